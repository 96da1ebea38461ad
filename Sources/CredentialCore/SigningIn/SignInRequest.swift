/// A sign-in as a caller sends it.
package struct SignInRequest: Sendable {
  /// The provider.
  package let provider: ProviderName
  /// What the back end hands over.
  package let handover: SignInHandover
  /// The service's own name for the user; nil leaves the stored one.
  package let account: String?
  /// The service's labels; nil leaves the stored ones.
  package let labels: [Label]?
  /// Who asks, for the log; nil when that is not known.
  package let caller: Caller?

  /// Describes a request.
  package init(
    provider: ProviderName, handover: SignInHandover, account: String? = nil,
    labels: [Label]? = nil, by caller: Caller? = nil
  ) {
    self.provider = provider
    self.handover = handover
    self.account = account
    self.labels = labels
    self.caller = caller
  }
}

/// What a caller is told of a sign-in that was verified and kept.
package struct SignInAnswer: Sendable {
  /// What the provider has vouched for.
  package let verified: VerifiedSignIn
  /// How it was kept.
  package let signedIn: SignedIn

  /// Describes an answer.
  package init(_ verified: VerifiedSignIn, _ signedIn: SignedIn) {
    self.verified = verified
    self.signedIn = signedIn
  }

  /// What is looked at from now on, in one word.
  private var watching: String {
    switch verified.token {
    case .exchanged?: "confirmed"
    case .handedOver?: "unproven"
    case nil: signedIn.credential.grants.contains { $0.status != .dead } ? "earlier" : "none"
    }
  }

  /// The answer as bus and CLI show it; nothing of the profile.
  package var fields: Fields {
    var fields: Fields = [
      "outcome": .text(signedIn.outcome.rawValue), "rule": .text(signedIn.rule.rawValue),
      "client": .text(verified.client.text), "at": .time(verified.at), "token": .text(watching),
    ]
    fields.add("transfer_subject", (verified.transferSubject?.text).map(Value.text))
    fields.add("credential", .fields(signedIn.credential.fields))
    return fields
  }
}
