package import CredentialCore

/// What `sign-in` hands over.
package struct SignInHandoff: Sendable {
  /// The configured provider.
  package let provider: String
  /// The document, as it was read.
  package let document: Secret
  /// The service's own name for the user; nil leaves the stored one.
  package let account: String?
  /// The service's labels; nil leaves the stored ones.
  package let labels: [Label]?

  /// Gathers a sign-in.
  package init(provider: String, document: Secret, account: String?, labels: [Label]?) {
    self.provider = provider
    self.document = document
    self.account = account
    self.labels = labels
  }
}
