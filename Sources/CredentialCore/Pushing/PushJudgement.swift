/// One push being judged.
struct PushJudgement {
  /// The provider's clock and ours, and the order of what happens within seconds, may differ by so much.
  static let tolerance: Duration = .seconds(300)

  let decider: Decider
  let policy: ProviderPolicy
  let push: Push
  let now: Moment

  func judge(_ credential: Credential, among book: inout ClientBook) -> Decision {
    // Whoever forwards it may have a clock that is ahead.
    guard push.at <= min(push.received, now) + Self.tolerance else {
      return ask(credential, Ground(.pushAhead, until: push.at))
    }
    switch push.news {
    case .conclusive(let verdict): return conclude(credential, verdict, among: &book)
    case .restored: return restore(credential)
    case .askForLook: return ask(credential, Ground(.pushAsksForLook))
    case .gone(let word, let isDeletion):
      return ask(
        noting(Hint(word, isDeletion: isDeletion, at: push.at), credential),
        Ground(.pushAsksForLook))
    case .signal(let signal): return tell(credential, signal, among: &book)
    }
  }

  private func conclude(
    _ credential: Credential, _ verdict: PushVerdict, among book: inout ClientBook
  ) -> Decision {
    if let last = credential.lastPush, push.at <= last {
      return pass(credential, Ground(.pushOlder, since: last))
    }
    if let other = yieldToReturn(credential) { return other }
    var seen = credential
    seen.lastPush = push.at
    guard !seen.knows(verdict) else { return Decision(unchanged: seen).on(Ground(.pushKnown)) }
    if seen.isOnly(verdict) {
      (seen.reason, seen.heldPush) = (verdict.reason, nil)
      return Decision(unchanged: seen).on(Ground(.reasonLearnt, detail: verdict.rawValue))
    }
    if let cause = decider.restraint(on: seen, policy, now: now) {
      return keepBack(seen, verdict, cause, among: book)
    }
    guard book.pushes.admit(at: now) else { return keepBack(seen, verdict, .brake, among: book) }
    return decider.turn(seen, by: verdict, push.evidence, among: book, now: now)
  }

  /// What a sign-in makes of a push that may be older: it is dropped, or a look decides; nil when
  /// nobody has come back.
  private func yieldToReturn(_ credential: Credential) -> Decision? {
    if let signedIn = credential.signedIn {
      if push.at < signedIn - Self.tolerance {
        return pass(credential, Ground(.pushBeforeSignIn, since: signedIn))
      }
      if push.at <= signedIn + Self.tolerance {
        return ask(credential, Ground(.pushNearSignIn, since: signedIn))
      }
    }
    // By our clock, and who handed it over has not shown that the user was there.
    guard let given = credential.lastGiven, given > push.at - Self.tolerance else { return nil }
    return ask(credential, Ground(.pushAfterReturn, since: given))
  }

  private func keepBack(
    _ credential: Credential, _ verdict: PushVerdict, _ cause: Hold.Cause, among book: ClientBook
  ) -> Decision {
    let known = credential.heldPush
    let standing = known.flatMap { $0.hold.cause == cause ? $0.hold : nil }
    let heavier = known?.verdict == .accountDeleted ? .accountDeleted : verdict
    var decision = Decision(unchanged: credential)
    decision.credential.staleSince = nil
    decision.credential.heldPush = HeldPush(
      heavier, at: push.at, evidence: push.evidence,
      hold: standing ?? Hold(cause, since: now))
    decision.because =
      decider.ground(of: cause, on: credential.id.provider, now: now)
      ?? Ground(
        .heldByPushBrake, since: book.pushes.brake?.since ?? now,
        detail: (book.pushes.brake?.limit).map { "\($0)" })
    guard standing == nil else { return decision }
    decision.noteHeldAnew(by: cause, heavier.state, heavier.reason, push.evidence)
    return decision
  }

  /// The credential with what is said of it, unless the user has come back since.
  private func noting(_ hint: Hint, _ credential: Credential) -> Credential {
    let returned = [credential.signedIn, credential.lastGiven].compactMap { $0 }.max()
    guard (returned ?? .distantPast) < hint.at else { return credential }
    var noted = credential
    noted.hint = hint
    return noted
  }

  /// What was disabled is enabled again: a push about that which is kept back is outdated.
  private func restore(_ credential: Credential) -> Decision {
    if let last = credential.lastPush, push.at <= last {
      return pass(credential, Ground(.pushOlder, since: last))
    }
    var seen = credential
    seen.lastPush = push.at
    if seen.heldPush?.verdict == .accountDisabled { seen.heldPush = nil }
    return ask(seen, Ground(.pushRestored))
  }

  private func tell(
    _ credential: Credential, _ signal: PushSignal, among book: inout ClientBook
  ) -> Decision {
    if signal.action > .none {
      // No look tells whose session it was, so whoever came back later is not meant.
      let returned = [credential.signedIn, credential.lastGiven].compactMap { $0 }.max()
      if let returned, push.at <= returned {
        return pass(credential, Ground(.pushBeforeSignIn, since: returned))
      }
      var cause = decider.restraint(on: credential, policy, now: now)
      if cause == nil, signal.action >= .logOut, !book.pushes.admit(at: now) { cause = .brake }
      if let cause {
        return pass(credential, Ground(.signalWithheld, detail: cause.rawValue))
      }
    }
    let judgement = Judgement(
      decider: decider, policy: policy, book: book, index: 0, evidence: push.evidence, now: now)
    var decision = Decision(unchanged: credential)
    judgement.publish(
      judgement.draft(credential, signal.kind, action: signal.action), in: &decision)
    return decision.on(Ground(.signalPublished))
  }

  /// It changes nothing, and the log is told why.
  private func pass(_ credential: Credential, _ ground: Ground) -> Decision {
    var decision = Decision(unchanged: credential)
    decision.because = ground
    decision.notices = [
      Notice(
        .pushPassedOver, credential.id,
        [
          "news": .text(push.news.word), "rule": .text(ground.rule.rawValue),
          "pushed_at": .time(push.at), "evidence": .text(push.evidence.summary),
        ])
    ]
    return decision
  }

  /// It changes nothing, and a look decides.
  private func ask(_ credential: Credential, _ ground: Ground) -> Decision {
    var decision =
      ground.rule.isDoubtful ? pass(credential, ground) : Decision(unchanged: credential)
    decision.asksForLook = true
    return decision.on(ground)
  }
}

extension Rule {
  /// Whether a look is asked for because the push itself cannot be relied on.
  fileprivate var isDoubtful: Bool {
    self == .pushAhead || self == .pushNearSignIn || self == .pushAfterReturn
  }
}
