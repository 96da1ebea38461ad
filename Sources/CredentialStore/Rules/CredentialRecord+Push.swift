internal import CredentialCore

extension CredentialRecord {
  /// Judges a verified push, and plans the look that it asks for.
  mutating func apply(
    _ push: Push, decider: Decider, among book: inout ClientBook, now: Moment
  ) -> Decision {
    let decision = decider.apply(push, to: credential, among: &book, now: now)
    follow(decision)
    if decision.asksForLook { askForLook(now: now) }
    return decision
  }

  /// Judges what a user's device saw, and plans the look that it asks for.
  mutating func apply(
    _ report: Report, decider: Decider, among book: inout ClientBook, now: Moment
  ) -> Decision {
    let decision = decider.apply(report, to: credential, among: &book, now: now)
    follow(decision)
    if decision.asksForLook { askForLook(now: now) }
    return decision
  }

  /// Does to a push that is kept back what a step orders to verdicts that are to be judged anew; nil
  /// when that changes nothing.
  mutating func judgeHeldPush(
    _ step: HoldStep, decider: Decider, among book: inout ClientBook, now: Moment
  ) -> Decision? {
    let judged = decider.judgeHeldPush(
      credential, by: step.causes, among: &book, isCounted: !step.isRelease, now: now)
    guard let decision = judged else { return nil }
    follow(decision)
    if decision.asksForLook { askForLook(now: now) }
    return decision
  }

  /// A look is due now, when there is a token to ask with; one that is in flight may have been sent
  /// before what it is asked for.
  private mutating func askForLook(now: Moment) {
    guard credential.grantToLookAt(now: now) != nil else { return }
    nextLook = now
    isRequested = true
  }
}
