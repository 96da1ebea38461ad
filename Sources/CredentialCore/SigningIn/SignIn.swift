/// A verified sign-in with what the service says of its user, for the store.
package struct SignIn: Sendable {
  /// The provider.
  package let provider: ProviderName
  /// What the provider has vouched for.
  package let verified: VerifiedSignIn
  /// The service's own name for the user; nil leaves the stored one.
  package let account: String?
  /// The service's labels; nil leaves the stored ones.
  package let labels: [Label]?
  /// What the provider may call the token by.
  package var tokenNames: [TokenName] = []

  /// Describes a sign-in.
  package init(
    provider: ProviderName, verified: VerifiedSignIn, account: String? = nil,
    labels: [Label]? = nil
  ) {
    self.provider = provider
    self.verified = verified
    self.account = account
    self.labels = labels
  }

  /// Whose it is.
  package var id: CredentialID { CredentialID(provider: provider, subject: verified.subject) }
}

/// What a sign-in is to the store that keeps it.
package enum SignInOutcome: String, Sendable, CaseIterable {
  /// The user was not known.
  case new
  /// The user was known, and no revocation was taken back by it.
  case existing
  /// The user had been lost, and is back by it.
  case returned
}

/// How a sign-in was kept.
package struct SignedIn: Sendable {
  /// What it was.
  package let outcome: SignInOutcome
  /// The credential as it is now.
  package let credential: Credential
  /// What is published of it, and what the log is told.
  package let committed: Committed
  /// The rule that decided.
  package let rule: Rule

  /// Describes a sign-in that is durable.
  package init(
    _ outcome: SignInOutcome, _ credential: Credential, _ committed: Committed, rule: Rule
  ) {
    self.outcome = outcome
    self.credential = credential
    self.committed = committed
    self.rule = rule
  }
}
