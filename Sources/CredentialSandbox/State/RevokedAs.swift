/// How a revoked user shows at the token endpoint; Apple documents both.
package enum RevokedAs: String, Sendable, CaseIterable {
  /// The refresh token is invalid.
  case invalidGrant = "invalid_grant"
  /// "The user has revoked authorization for the client."
  case invalidRequest = "invalid_request"
}
