package import Crypto

/// What a sandbox of the kinds `oidc` and `introspection` does where servers differ.
package struct OIDCSettings: Sendable {
  /// The issuer's address; nil: the base of the endpoints.
  package var issuer: String?
  /// Whether a refresh gives a new refresh token; a replaced one that comes again ends the family.
  package var rotates = true
  /// How many seconds a replaced token may come again, and is answered as before.
  package var reuseGrace: Int64 = 0
  /// How clients may prove themselves.
  package var methods = ClientMethod.allCases
  /// What identity tokens and pushes are signed by.
  package var algorithm = SignatureAlgorithm.rs256
  /// Whether a refresh gives an identity token too (OpenID Connect Core §12.2 leaves it open).
  package var identityOnRefresh = true

  /// A rotating server that takes every method.
  package init() {}
}
