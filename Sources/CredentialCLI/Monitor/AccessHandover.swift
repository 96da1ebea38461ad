package import CredentialCore

/// What `access-token` is handed.
package struct AccessHandover: Sendable {
  /// The access token.
  package let token: Secret
  /// Its client, and when it ends if that is known.
  package let facts: Fields

  /// Gathers what is handed over.
  package init(token: Secret, facts: Fields) {
    (self.token, self.facts) = (token, facts)
  }
}
