extension Decider {
  /// Takes back the state change that `event` published, on an administrator's word; nil when it is
  /// not in force any more, or is none that takes a session away.
  ///
  /// A token that is still held is a live one again and is looked at soon, under all guards: the
  /// credential is what it was before the event. Where every token was destroyed nothing can confirm
  /// it, so it is `unknown` until the next sign-in.
  package func revert(
    _ event: Event, on credential: Credential, among book: ClientBook, reason: String, now: Moment
  ) -> Decision? {
    guard credential.stateEvent == event.sequence, event.body.isRevertible,
      let policy = policy(of: credential.id.provider)
    else { return nil }
    let judgement = Judgement(
      decider: self, policy: policy, book: book, index: 0,
      evidence: Evidence("taken back: \(reason)"), now: now)
    var decision = Decision(unchanged: credential)
    decision.credential.grants = credential.grants.map(\.revived)
    let isWatched = decision.credential.grants.contains { $0.status == .live }
    let before = event.body.oldState
    let isKnown = isWatched && (before == .authorized || before == .transferred)
    judgement.change(
      &decision, to: isKnown ? before : .unknown, .reverted, action: .none, undoes: event.sequence)
    decision = judgement.plan(decision)
    if isWatched { decision.nextLook = .at(now) }
    return decision
  }
}

extension EventDraft {
  /// Whether it told of a state that ends sessions or asks for a new sign-in.
  package var isRevertible: Bool {
    guard kind == .stateChanged else { return false }
    switch newState {
    case .revoked, .notFound: return true
    case .unknown: return action == .reauthenticate
    case .authorized, .transferred: return false
    }
  }
}

extension Grant {
  /// The same; a dead one as before its verdict.
  fileprivate var revived: Grant {
    guard status == .dead else { return self }
    var grant = self
    grant.status = confirmed == nil ? .unproven : .live
    grant.suspicion = nil
    grant.isolated = nil
    grant.looksAfterDeath = 0
    return grant
  }
}
