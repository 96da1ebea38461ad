internal import CredentialCore

extension CredentialRecord {
  /// Whether `look` is the one in flight; a result of any other look changes nothing.
  func isInFlight(_ look: Look) -> Bool { inFlight?.isOf(look) ?? false }

  /// Judges the result of the look in flight, refunds what never left, and plans the next look.
  mutating func receive(
    _ result: LookResult, decider: Decider, among book: inout ClientBook, now: Moment
  ) -> Decision {
    guard let claim = inFlight else {
      return decider.decide(Observation(result), on: credential, among: &book, now: now)
    }
    let judged = credential
    credential.grants = []  // the decision has them to itself
    let decision = decider.decide(Observation(result), on: judged, among: &book, now: now)
    inFlight = nil
    if !result.mayHaveBeenSent { budget.refund(claim.charge) }
    credential = decision.credential
    let interval = decider.interval(of: credential.id.provider)
    plan(decision.nextLook, after: claim, interval: interval, now)
    if let interval, decision.nextLook == .regular, isFailure(result) {
      evade(claim, interval: interval)
    }
    return decision
  }

  /// Judges what another user's success means for the suspicion against `epoch`; nil when it changes
  /// nothing. A look in flight is planned for by its own result.
  mutating func hear(
    _ control: Control, for epoch: Epoch, decider: Decider, among book: inout ClientBook,
    now: Moment
  ) -> Decision? {
    let heard = decider.hear(control, for: credential, epoch, among: &book, now: now)
    guard let decision = heard else { return nil }
    follow(decision)
    return decision
  }

  private mutating func plan(
    _ wish: Decision.NextLook, after claim: Claim, interval: Duration?, _ now: Moment
  ) {
    // A provider that was taken out of the configuration keeps the time set at the claim.
    let planned: Moment? =
      switch wish {
      case .regular:
        interval.map { regularLook(after: lastRegular(claim), interval: $0, now: now) } ?? nextLook
      case .at(let moment): moment
      case .never: nil
      }
    // A sign-in or a check that came while the look was in flight still wants its own.
    nextLook = isRequested ? min(planned ?? now, nextLook ?? now) : planned
  }

  /// Whether the provider was asked and nobody learnt anything, for whatever reason.
  private func isFailure(_ result: LookResult) -> Bool {
    result.mayHaveBeenSent && result.answer.strength == .none
  }

  /// Puts the next regular look off a little.
  private mutating func evade(_ claim: Claim, interval: Duration) {
    guard !isRequested, let due = nextLook else { return }
    nextLook =
      due + Schedule.evasion(of: credential.id, failed: claim.claimed, interval: interval)
  }

  private func lastRegular(_ claim: Claim) -> Moment {
    claim.charge == .extra ? budget.scheduled ?? claim.claimed : claim.claimed
  }
}
