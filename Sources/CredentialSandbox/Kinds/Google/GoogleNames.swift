/// The fixed names of Google.
enum GoogleNames {
  /// Issuer of identity tokens.
  static let issuer = "https://accounts.google.com"
  /// Issuer of security events, with the slash that the configuration does not have.
  static let eventIssuer = "https://accounts.google.com/"
  /// Path of the token endpoint.
  static let token = "/token"
  /// Path of the revocation endpoint.
  static let revoke = "/revoke"
  /// Path of the key set.
  static let keys = "/oauth2/v3/certs"
  /// Path of what describes security events.
  static let events = "/.well-known/risc-configuration"
  /// Path of the discovery document.
  static let discovery = "/.well-known/openid-configuration"
}
