extension Decider {
  /// Judges a verified push on the current row of its credential; `book` is its provider's, and counts
  /// it when it ends sessions.
  package func apply(
    _ push: Push, to credential: Credential, among book: inout ClientBook, now: Moment
  ) -> Decision {
    guard let policy = policy(of: credential.id.provider) else {
      return Decision(unchanged: credential)
    }
    let judgement = PushJudgement(decider: self, policy: policy, push: push, now: now)
    return judgement.judge(credential, among: &book)
  }

  /// What keeps what is said of a user back, whatever it says; nil when nothing does.
  func restraint(on credential: Credential, _ policy: ProviderPolicy, now: Moment) -> Hold.Cause? {
    guard policy.mode == .enforce else { return .observe }
    return restraints.cause(for: credential.id.provider, policy, now: now)
  }

  /// Puts the credential into the state that a push leads to: its tokens are dead, those of an account
  /// that is deleted are destroyed.
  func turn(
    _ credential: Credential, by verdict: PushVerdict, _ evidence: Evidence, among book: ClientBook,
    now: Moment
  ) -> Decision {
    guard let policy = policy(of: credential.id.provider) else {
      return Decision(unchanged: credential)
    }
    let judgement = Judgement(
      decider: self, policy: policy, book: book, index: 0, evidence: evidence, now: now)
    var decision = Decision(unchanged: credential)
    decision.credential.heldPush = nil
    decision.credential.staleSince = nil
    let isWatched = verdict != .accountDeleted && !policy.looksAfterRevocation.isEmpty
    decision.credential.grants = isWatched ? credential.grants.map(\.killed) : []
    judgement.change(&decision, to: verdict.state, verdict.reason, action: verdict.action)
    return judgement.plan(decision).on(Ground(.pushTurned))
  }
}

extension Grant {
  /// The same, proven dead.
  fileprivate var killed: Grant {
    var grant = self
    grant.status = .dead
    grant.suspicion = nil
    grant.isolated = nil
    return grant
  }
}

extension Credential {
  /// Whether a verdict says nothing that is not known: the state is as strong a word already.
  func knows(_ verdict: PushVerdict) -> Bool {
    switch (state, verdict) {
    case (.notFound, _): true
    case (_, .accountDeleted): false
    case (.revoked, .accountDisabled): reason == .accountDisabled || reason == .consentWithdrawn
    case (.revoked, .consentWithdrawn): reason == .consentWithdrawn
    default: false
    }
  }

  /// Whether a verdict leads to the state that it is in, for a closer reason.
  func isOnly(_ verdict: PushVerdict) -> Bool { state == .revoked && verdict.state == .revoked }

  /// When a token was handed over last; nil when that is not known.
  package var lastGiven: Moment? { grants.compactMap(\.given).max() }
}
