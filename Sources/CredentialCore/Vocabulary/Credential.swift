/// Which credential: one user of one provider.
package struct CredentialID: Hashable, Comparable, Sendable {
  /// The configured provider.
  package let provider: ProviderName
  /// The provider's user ID.
  package let subject: Subject

  /// Names the credential of `subject` at `provider`.
  package init(provider: ProviderName, subject: Subject) {
    self.provider = provider
    self.subject = subject
  }

  /// Hashes the subject alone: few have one and the same at several providers.
  package func hash(into hasher: inout Hasher) { hasher.combine(subject) }

  /// Byte order by provider, then subject.
  package static func < (left: Self, right: Self) -> Bool {
    left.provider == right.provider ? left.subject < right.subject : left.provider < right.provider
  }
}

/// One credential as the store keeps it, without tokens.
package struct Credential: Sendable, Equatable {
  /// Provider and subject.
  package let id: CredentialID
  /// The service's own name for the user, handed to hooks.
  package var account: String?
  /// Extra key=value pairs of the service, in the order given.
  package var labels: [Label]
  /// What is known.
  package var state: CredentialState
  /// Why.
  package var reason: Reason
  /// When state and reason became what they are.
  package var since: Moment
  /// When the provider last answered that it is alive.
  package var lastConfirmed: Moment?
  /// When the provider last gave any answer about it.
  package var lastLook: Moment?
  /// The class of that answer, such as `authorized` or `transient`.
  package var lastAnswer: String?
  /// When it was told that nobody has confirmed the user for long; nil when somebody has.
  package var staleSince: Moment?
  /// When the user last signed in, verified, by the provider's clock; nil while nobody has shown that.
  package var signedIn: Moment?
  /// Whether more is known of the user than the identifier; see `UserProfile`.
  package var hasProfile = false
  /// When what the newest push tells of the state happened, by the provider's clock.
  package var lastPush: Moment?
  /// A conclusive push that is kept back.
  package var heldPush: HeldPush?
  /// Why the user is said to have gone, until something newer is known.
  package var hint: Hint?
  /// Sequence number of the event that set the state; nil before the first.
  package var stateEvent: Int64?
  /// Its tokens' records, in the order they were given.
  package var grants: [Grant]

  /// Makes a credential that was enrolled at `since` and never looked at.
  package init(id: CredentialID, account: String?, labels: [Label], since: Moment) {
    self.id = id
    self.account = account
    self.labels = labels
    self.since = since
    state = .unknown
    reason = .registered
    grants = []
  }
}

/// One key=value pair that a service attached to a credential.
package struct Label: Sendable, Equatable {
  /// The key, 1 to 64 bytes.
  package let key: String
  /// The value, up to 1024 bytes.
  package let value: String

  /// Pairs `key` with `value`.
  package init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}
