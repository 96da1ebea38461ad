extension Decider {
  /// Judges a push anew that one of `causes` kept back: it turns the state when nothing newer speaks
  /// against it, and when something does, a look decides. Nil when there is none, or it stays kept back.
  ///
  /// With `isCounted` the brake of pushes counts it, as after the end of a pause; who releases has looked
  /// at them.
  package func judgeHeldPush(
    _ credential: Credential, by causes: Set<Hold.Cause>, among book: inout ClientBook,
    isCounted: Bool, now: Moment
  ) -> Decision? {
    guard let held = credential.heldPush, causes.contains(held.hold.cause),
      let policy = policy(of: credential.id.provider),
      restraint(on: credential, policy, now: now) == nil
    else { return nil }
    if let settled = settled(credential, held) { return settled }
    guard credential.speaksAgainst(held) == nil else {
      var decision = Decision(unchanged: credential)
      decision.credential.heldPush = nil
      decision.asksForLook = true
      return decision.on(Ground(.pushAfterReturn, since: credential.speaksAgainst(held)))
    }
    guard !isCounted || book.pushes.admit(at: now) else {
      guard held.hold.cause != .brake else { return nil }
      var decision = Decision(unchanged: credential)
      decision.credential.heldPush = HeldPush(
        held.verdict, at: held.at, evidence: held.evidence, hold: Hold(.brake, since: now))
      decision.noteHeldAnew(by: .brake, held.verdict.state, held.verdict.reason, held.evidence)
      return decision.on(
        Ground(
          .heldByPushBrake, since: book.pushes.brake?.since ?? now,
          detail: (book.pushes.brake?.limit).map { "\($0)" }))
    }
    return turn(credential, by: held.verdict, held.evidence, among: book, now: now)
  }

  /// Turns a push that one of `causes` keeps back as it stands, on an administrator's word; nil when
  /// there is none, and in mode `observe`. One that the user has signed in after is dropped.
  func turnHeldPush(
    _ credential: Credential, by causes: Set<Hold.Cause>, among book: ClientBook, now: Moment
  ) -> Decision? {
    guard let held = credential.heldPush, causes.contains(held.hold.cause),
      let policy = policy(of: credential.id.provider), policy.mode == .enforce
    else { return nil }
    if let settled = settled(credential, held) { return settled }
    let evidence = Evidence("\(held.evidence.summary.prefix(180)); released as is")
    return turn(credential, by: held.verdict, evidence, among: book, now: now)
  }

  /// What became of it without a turn: the state is what it says by now, or the user has signed in
  /// since.
  private func settled(_ credential: Credential, _ held: HeldPush) -> Decision? {
    let isOutdated = (credential.signedIn ?? .distantPast) - PushJudgement.tolerance > held.at
    guard isOutdated || credential.knows(held.verdict) || credential.isOnly(held.verdict) else {
      return nil
    }
    var decision = Decision(unchanged: credential)
    decision.credential.heldPush = nil
    guard !isOutdated else {
      return decision.on(Ground(.pushBeforeSignIn, since: credential.signedIn))
    }
    guard !credential.knows(held.verdict) else { return decision.on(Ground(.pushKnown)) }
    decision.credential.reason = held.verdict.reason
    return decision.on(Ground(.reasonLearnt, detail: held.verdict.rawValue))
  }
}

extension Credential {
  /// When something newer than a push that is kept back spoke for the user: a token that was handed over
  /// or confirmed since, or a sign-in about then.
  fileprivate func speaksAgainst(_ held: HeldPush) -> Moment? {
    let near = held.at - PushJudgement.tolerance
    let returns = [signedIn, lastGiven].compactMap { $0 }.filter { $0 > near }
    return (returns + grants.compactMap(\.confirmed).filter { $0 > held.at }).max()
  }
}
