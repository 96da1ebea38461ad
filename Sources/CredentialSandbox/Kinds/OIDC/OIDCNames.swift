/// The paths of the OpenID provider, and of the OAuth server.
enum OIDCNames {
  /// The discovery document (OpenID Connect Discovery §4).
  static let discovery = "/.well-known/openid-configuration"
  /// The metadata of a server without OpenID (RFC 8414 §3).
  static let metadata = "/.well-known/oauth-authorization-server"
  /// Path of the key set.
  static let keys = "/jwks"
  /// Path of the token endpoint.
  static let token = "/token"
  /// Path of the introspection endpoint (RFC 7662).
  static let introspection = "/introspect"
  /// Path of the revocation endpoint (RFC 7009).
  static let revocation = "/revoke"
  /// Path of UserInfo (OpenID Connect Core §5.3).
  static let userInfo = "/userinfo"
}
