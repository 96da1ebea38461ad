/// Checks and takes apart the `https` addresses of a server's endpoints.
enum ServerAddress {
  /// No address is longer, in bytes.
  static let longest = 2048

  /// Says what is wrong with the address of an endpoint, or nil.
  static func problem(_ text: String) -> String? {
    guard text.hasPrefix("https://") else { return "must begin with https://" }
    guard text.utf8.count <= longest else { return "must not be longer than \(longest) bytes" }
    let authority = authority(of: text)
    let isHost = !authority.isEmpty && authority.utf8.allSatisfy(hostLetters.contains)
    let isPlain = text.utf8.allSatisfy { (0x21...0x7e).contains($0) && !refused.contains($0) }
    guard isHost, isPlain else {
      return "must be https://HOST or https://HOST:PORT, and a path, in plain characters"
    }
    return nil
  }

  /// Says what is wrong with an issuer's address, or nil (OpenID Connect Discovery §3).
  static func issuerProblem(_ text: String) -> String? {
    if let problem = problem(text) { return problem }
    return text.utf8.contains(UInt8(ascii: "?")) ? "must not have a query" : nil
  }

  /// Host and port of an address, in lower case; the usual port is left out.
  static func host(of text: String) -> String {
    let authority = authority(of: text).lowercased()
    return authority.hasSuffix(":443") ? String(authority.dropLast(4)) : authority
  }

  private static func authority(of text: String) -> Substring {
    text.dropFirst("https://".count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }

  private static let hostLetters = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:[]".utf8)
  private static let refused = Set("#\"\\<>^`{|}".utf8)
}
