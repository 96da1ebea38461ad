/// Checks the address before which the paths of Apple's endpoints stand.
enum AppleEndpoint {
  /// The path of the token endpoint.
  static let tokenPath = "/auth/token"

  /// Says what is wrong with an address, or nil.
  static func problem(_ text: String, mustBeLoopback: Bool) -> String? {
    guard text.hasPrefix("https://") else { return "must begin with https://" }
    let authority = text.dropFirst("https://".count)
    let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:[]".utf8)
    guard !authority.isEmpty, authority.utf8.allSatisfy(letters.contains) else {
      return "must be https://HOST or https://HOST:PORT, without a path"
    }
    guard !mustBeLoopback || isLoopback(host(of: authority)) else {
      return "must be on this machine (127.0.0.1, [::1] or localhost); the kind \"sandbox\" has no "
        + "limits that a real provider needs"
    }
    return nil
  }

  private static func host(of authority: Substring) -> Substring {
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      return authority[...end]
    }
    return authority.prefix { $0 != ":" }
  }

  private static func isLoopback(_ host: Substring) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
