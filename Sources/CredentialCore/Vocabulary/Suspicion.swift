/// A presumptive verdict that waits for what proves it; not a state.
package struct Suspicion: Sendable, Equatable {
  /// The state it would lead to.
  package let state: CredentialState
  /// The reason it would give.
  package let reason: Reason
  /// When the first negative answer came.
  package let opened: Moment
  /// The negative answers that count, oldest first, far enough apart; at most three. Empty when the
  /// last one lapsed because nobody bore witness for it.
  package var proofs: [Proof]
  /// A look sent at or after this may give the next proof.
  package var confirmableFrom: Moment
  /// What the newest of them was, for people.
  package var evidence: Evidence
  /// Why it is kept back though it is proven; nil while it is not.
  package var hold: Hold?

  /// Opens a suspicion with its first proof.
  package init(
    state: CredentialState, reason: Reason, opened: Moment, confirmableFrom: Moment,
    evidence: Evidence
  ) {
    self.state = state
    self.reason = reason
    self.opened = opened
    self.confirmableFrom = confirmableFrom
    self.evidence = evidence
    proofs = [Proof(answered: opened)]
  }
}

/// A proven verdict that is kept back: the state has not changed and there is no event.
package struct Hold: Sendable, Equatable {
  /// What keeps it back.
  package enum Cause: String, Sendable, CaseIterable {
    /// Mode `observe`.
    case observe
    /// Too many users at once would turn.
    case brake
    /// An administrator has paused the provider, or all.
    case pause
    /// The provider's first interval, which nobody has accepted yet.
    case baseline
  }

  /// What keeps it back.
  package let cause: Cause
  /// Since when.
  package let since: Moment
  /// When an administrator last said that it may turn, by a look made from then on.
  package var released: Moment?

  /// Keeps a verdict back.
  package init(_ cause: Cause, since: Moment, released: Moment? = nil) {
    self.cause = cause
    self.since = since
    self.released = released
  }
}

/// One negative answer that counts towards a verdict.
package struct Proof: Sendable, Equatable {
  /// When the answer was known.
  package let answered: Moment
  /// When it was known that the provider confirmed another user of the client, by a look sent after
  /// this answer: the provider and our own identity were well then. Nil until there is one.
  package var control: Moment?

  /// Keeps a negative answer that nobody has borne witness for yet.
  package init(answered: Moment, control: Moment? = nil) {
    self.answered = answered
    self.control = control
  }
}
