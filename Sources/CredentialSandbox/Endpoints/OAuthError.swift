/// The error codes of the token endpoint (RFC 6749 §5.2).
enum OAuthError: String, Sendable {
  /// The request is malformed, or the user revoked.
  case invalidRequest = "invalid_request"
  /// Client authentication failed.
  case invalidClient = "invalid_client"
  /// The token or code is not good for this client.
  case invalidGrant = "invalid_grant"
  /// The client may not use this grant.
  case unauthorizedClient = "unauthorized_client"
  /// The grant type is not offered.
  case unsupportedGrantType = "unsupported_grant_type"
  /// The scope is not offered.
  case invalidScope = "invalid_scope"
}
