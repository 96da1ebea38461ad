/// Claims that passed all rules of their receiver.
package struct AcceptedClaims: Sendable, Equatable {
  /// All claims.
  package let claims: ClaimSet
  /// The issuer, one of the rules'.
  package let issuer: String
  /// The first of the rules' audiences that the token is for.
  package let audience: String
  /// Whom it is about; nil when the rules let it be absent or did not look.
  package let subject: String?
  /// When it was issued, in seconds since 1970; nil when the rules let it be absent.
  package let issued: Int64?
}
