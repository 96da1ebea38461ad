/// The fixed names of Kakao.
enum KakaoNames {
  /// Issuer of identity tokens and security events.
  static let issuer = "https://kauth.kakao.com"
  /// Path of the token endpoint.
  static let token = "/oauth/token"
  /// Path of the key set.
  static let keys = "/.well-known/jwks.json"
  /// Path of one user.
  static let me = "/v2/user/me"
  /// Path of many users.
  static let users = "/v2/app/users"
  /// Path of the list of linked users.
  static let ids = "/v1/user/ids"
  /// Path that tells of an access token.
  static let tokenInfo = "/v1/user/access_token_info"
  /// Path that ends a link.
  static let unlink = "/v1/user/unlink"
  /// Path that ends the tokens of a user.
  static let logout = "/v1/user/logout"
}
