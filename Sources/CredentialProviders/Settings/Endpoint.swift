/// Judges an address before which the paths of a kind's endpoints stand.
enum Endpoint {
  /// Says what is wrong with an address such as `https://kapi.kakao.com`, or nil.
  static func problem(_ text: String, allowsPath: Bool = false) -> String? {
    guard text.hasPrefix("https://") else { return "must begin with https://" }
    let rest = text.dropFirst("https://".count)
    let end = allowsPath ? rest.firstIndex(of: "/") ?? rest.endIndex : rest.endIndex
    let (authority, path) = (rest[..<end], rest[end...])
    guard !authority.isEmpty, authority.utf8.allSatisfy(letters.contains) else {
      return allowsPath
        ? "must be https://HOST, with a port and a path where needed"
        : "must be https://HOST or https://HOST:PORT, without a path"
    }
    guard path.utf8.allSatisfy(pathLetters.contains), !path.hasSuffix("/") else {
      return
        "must have a path of letters, digits, dots, hyphens and slashes, without one at its end"
    }
    return nil
  }

  /// Whether an address that has no problem is on this machine: a stand-in, not a real provider.
  static func isLoopback(_ text: String) -> Bool {
    let host = host(of: text.dropFirst("https://".count))
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func host(of rest: Substring) -> Substring {
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") { return rest[...end] }
    return rest.prefix { $0 != ":" && $0 != "/" }
  }

  private static let letters = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:[]".utf8)
  private static let pathLetters = letters.subtracting(":[]".utf8).union("/_".utf8)
}
