/// Checks the address before which the paths of Apple's endpoints stand.
enum AppleEndpoint {
  /// The path of the token endpoint.
  static let tokenPath = "/auth/token"
  /// The path of the revocation endpoint, which is never asked to learn something.
  static let revokePath = "/auth/revoke"

  /// Says what is wrong with an address, or nil.
  static func problem(_ text: String, mustBeLoopback: Bool) -> String? {
    if let problem = Endpoint.problem(text) { return problem }
    guard !mustBeLoopback || Endpoint.isLoopback(text) else {
      return "must be on this machine (127.0.0.1, [::1] or localhost); the kind \"sandbox\" has no "
        + "limits that a real provider needs"
    }
    return nil
  }
}
