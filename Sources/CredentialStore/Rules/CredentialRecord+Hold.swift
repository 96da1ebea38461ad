internal import CredentialCore

extension CredentialRecord {
  /// Does what a step orders to the verdicts that are kept back; nil when that changes nothing.
  mutating func settle(
    _ step: HoldStep, decider: Decider, among book: inout ClientBook, now: Moment
  ) -> Decision? {
    guard credential.isHeld(by: step.causes) else { return nil }
    switch step.order {
    case .lookAgain:
      // A provider that has a pause of its own goes on waiting when that of all ends.
      let provider = credential.id.provider
      if case .pause = step.end, decider.restraints.pause(of: provider) != nil { return nil }
      let push = judgeHeldPush(step, decider: decider, among: &book, now: now)
      guard credential.grants.contains(where: { $0.isHeld(by: step.causes) }) else { return push }
      credential = decider.askAgain(
        credential, by: step.causes, isRelease: step.isRelease, among: book, now: now)
      nextLook = now
      isRequested = true
      return push.map { $0.with(credential) } ?? Decision(unchanged: credential)
    case .drop:
      credential = credential.withoutHolds(step.causes)
      return Decision(unchanged: credential)
    case .turn:
      guard
        let decision = decider.turnHeld(credential, by: step.causes, among: book, now: now)
      else { return nil }
      follow(decision)
      return decision
    }
  }

  /// Takes back what `event` changed; nil when it is not in force any more.
  mutating func revert(
    _ event: Event, decider: Decider, among book: ClientBook, reason: String, now: Moment
  ) -> Decision? {
    guard
      let decision = decider.revert(event, on: credential, among: book, reason: reason, now: now)
    else { return nil }
    if case .at = decision.nextLook { isRequested = true }
    follow(decision)
    return decision
  }

  /// Takes over a decision that no look of this credential led to; a look in flight is planned for by
  /// its own result.
  mutating func follow(_ decision: Decision) {
    credential = decision.credential
    guard inFlight == nil else { return }
    switch decision.nextLook {
    case .regular: break
    case .at(let moment): nextLook = isRequested ? min(moment, nextLook ?? moment) : moment
    case .never: nextLook = nil
    }
  }
}

extension Decision {
  /// The same with the row as it is.
  fileprivate func with(_ credential: Credential) -> Decision {
    var decision = self
    decision.credential = credential
    return decision
  }
}
