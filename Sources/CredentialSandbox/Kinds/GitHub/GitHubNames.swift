/// The paths of GitHub.
enum GitHubNames {
  /// Path of the check of a token, and of its end.
  static let check = "/applications/{client_id}/token"
  /// Path of the end of an authorization.
  static let grant = "/applications/{client_id}/grant"
  /// Path of the bearer.
  static let user = "/user"
  /// Path of the token endpoint.
  static let token = "/login/oauth/access_token"
}
