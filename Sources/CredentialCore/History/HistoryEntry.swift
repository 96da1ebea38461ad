/// One thing that happened to a credential and is kept for an administrator's question: why?
///
/// What events and deliveries tell is not kept a second time, nor what confirms once more what was
/// confirmed before: a healthy user costs nothing.
package struct HistoryEntry: Sendable, Equatable {
  /// What happened.
  package enum Kind: String, Sendable, CaseIterable {
    /// The service handed a token over.
    case signIn = "sign_in"
    /// A look ended.
    case look
    /// The daemon ended before it could keep how a look ended.
    case lookLost = "look_lost"
    /// Another user of the client was confirmed.
    case witness
    /// An administrator had a verdict that was kept back judged anew.
    case released
    /// An administrator had a verdict that was kept back turn as it stood.
    case turned
    /// An administrator dropped a verdict that was kept back.
    case discarded
    /// The provider said something of its own accord.
    case push
    /// The service passed on what the user's device saw.
    case report
  }

  /// When it happened; for a look, when its answer was known.
  package let at: Moment
  /// What happened.
  package let kind: Kind
  /// The token's number.
  package var epoch: Epoch?
  /// The client that the token was issued to.
  package var client: ClientID?
  /// Why the look was made.
  package var purpose: LookPurpose?
  /// The class of the answer; of what an administrator did, the verb.
  package var answer: String?
  /// What the answer was, for people; of what an administrator did, who asked and why.
  package var evidence: Evidence?
  /// On what ground it was decided what became of the answer.
  package var ground: Ground?
  /// How many looks in a row ended so.
  package var looks = 1
  /// When the last of them did.
  package var last: Moment

  /// Begins an entry.
  package init(_ kind: Kind, at moment: Moment) {
    self.kind = kind
    at = moment
    last = moment
  }
}

extension HistoryEntry {
  /// A sign-in, by whose token the grant with the highest number is.
  package init(signInOf credential: Credential, at now: Moment) {
    self.init(.signIn, at: now)
    let grant = credential.grants.max { $0.epoch < $1.epoch }
    (epoch, client) = (grant?.epoch, grant?.client)
  }

  /// A verified sign-in and what was decided on it; `epoch` is its token's.
  package init(_ signIn: SignIn, _ decision: Decision, _ epoch: Epoch?, at now: Moment) {
    self.init(.signIn, at: now)
    (self.epoch, client) = (epoch, signIn.verified.client)
    answer = "verified"
    evidence = Evidence(
      "\(signIn.verified.evidence.summary.prefix(160)), of \(signIn.verified.at.words)")
    ground = decision.because
  }

  /// A look's result and what was decided on it; nil when it says nothing new, or when the event that
  /// it led to says it all. `before` is the credential as it was.
  package init?(_ result: LookResult, _ decision: Decision, before: Credential) {
    guard let ground = decision.because else { return nil }
    let grant = before.grants.first { $0.epoch == result.look.epoch }
    if ground.rule == .confirmed {
      let isAsEver = grant?.status == .live && before.lastAnswer == Answer.authorized.word
      guard !isAsEver, decision.events.isEmpty else { return nil }
    }
    self.init(.look, at: result.answered)
    (epoch, client) = (result.look.epoch, result.look.client)
    (purpose, answer) = (result.look.purpose, result.answer.word)
    (evidence, self.ground) = (result.evidence, ground)
  }

  /// What an administrator had done to a verdict that was kept back.
  package init(_ step: HoldStep, _ decision: Decision, at now: Moment) {
    switch step.order {
    case .lookAgain:
      self.init(decision.because?.rule == .pushTurned ? .turned : .released, at: now)
    case .turn: self.init(.turned, at: now)
    case .drop: self.init(.discarded, at: now)
    }
    answer = step.entry.verb.rawValue
    let reason = step.entry.reason.isEmpty ? "" : ": \(step.entry.reason)"
    evidence = Evidence("uid \(step.entry.caller.uid)\(reason)")
    if decision.because?.rule == .heldByPushBrake { ground = decision.because }
  }

  /// What another user's success led to.
  package init(_ control: Control, for epoch: Epoch, _ decision: Decision) {
    self.init(.witness, at: control.answered)
    self.epoch = epoch
    client = decision.credential.grants.first { $0.epoch == epoch }?.client
    ground = decision.because
  }

  /// A push and what was decided on it.
  package init(_ push: Push, _ decision: Decision, at now: Moment) {
    self.init(.push, at: now)
    answer = push.news.word
    evidence = Evidence("\(push.evidence.summary.prefix(160)), of \(push.at.words)")
    ground = decision.because
  }

  /// A report and what was decided on it; nil when it says that all is well.
  package init?(_ report: Report, _ decision: Decision, at now: Moment) {
    guard let ground = decision.because, ground.rule != .reportWell else { return nil }
    self.init(.report, at: now)
    answer = report.saw.rawValue
    client = report.client
    evidence = Evidence("\(report.evidence.summary) at \(report.at.words)")
    self.ground = ground
  }

  /// Whether it is of the kind that comes again and again, and is the first to go.
  package var isRoutine: Bool {
    switch kind {
    case .lookLost: true
    case .look, .push, .report, .signIn: ground?.rule.isRoutine ?? true
    case .witness, .released, .turned, .discarded: false
    }
  }

  /// The entry with one more that says just so; nil when that is news. Of looks it is counted how many
  /// there were; a witness that changes nothing is not.
  package func absorbing(_ other: HistoryEntry) -> HistoryEntry? {
    guard let rule = ground?.rule, rule.isRepeatable, rule == other.ground?.rule,
      epoch == other.epoch, ground?.detail == other.ground?.detail
    else { return nil }
    if other.kind == .witness { return self }
    guard kind == other.kind, [.look, .push, .report, .signIn].contains(kind), other.at >= last,
      answer == other.answer,
      evidence == other.evidence
    else { return nil }
    var whole = self
    whole.looks += 1
    whole.last = other.at
    return whole
  }
}

extension Rule {
  /// Whether it only ever says that nothing changed.
  fileprivate var isRoutine: Bool {
    switch self {
    case .confirmed, .notSent, .clientNotConfigured, .nothingLearnt, .replaced, .stillDead,
      .pushOlder, .pushAhead, .pushBeforeSignIn, .pushNearSignIn, .pushAfterReturn,
      .pushAsksForLook,
      .pushKnown, .signalPublished, .signalWithheld, .reportWell, .reportKnown, .reportSuspected,
      .reportBeforeReturn, .reportNearReturn, .reportAsksForLook, .signInVerified, .signInOlder:
      true
    default: false
    }
  }
}
