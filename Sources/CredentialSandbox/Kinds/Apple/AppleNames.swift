/// The fixed names of Sign in with Apple.
enum AppleNames {
  /// Issuer of identity tokens and audience of client secrets.
  static let issuer = "https://appleid.apple.com"
  /// Path of the token endpoint.
  static let token = "/auth/token"
  /// Path of the key set.
  static let keys = "/auth/keys"
  /// Path of the exchange of users' names for a transfer.
  static let migration = "/auth/usermigrationinfo"
  /// Path of the revocation endpoint.
  static let revoke = "/auth/revoke"
}
