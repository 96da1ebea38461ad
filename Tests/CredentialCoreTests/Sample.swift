internal import CredentialCore

/// Credentials, policies and answers to judge, in the words of a test.
enum Sample {
  static let start = Moment(milliseconds: 1_700_000_000_000)
  static let day: Duration = .seconds(86_400)
  static let provider = ProviderName(validText: "apple")
  static let id = CredentialID(provider: provider, subject: Subject(validBytes: Array("001".utf8)))
  static let web = ClientID(validBytes: Array("org.example.web".utf8))
  static let phone = ClientID(validBytes: Array("org.example.phone".utf8))
  static let everything = HookSubscription(
    name: HookName("all"), kinds: Set(EventKind.allCases), minimumAction: .none, providers: nil)

  static func policy(
    _ deadToken: ProviderPolicy.DeadToken = .revoke, _ mode: ProviderPolicy.Mode = .enforce,
    confirmAfter: Duration = .seconds(20 * 3600)
  ) -> ProviderPolicy {
    ProviderPolicy(
      deadToken: deadToken, mode: mode, interval: day, confirmAfter: confirmAfter,
      evidenceDay: .seconds(20 * 3600), budgetPeriod: day, looksPerSecond: 10, inFlight: 10,
      looksAfterRevocation: [day, day * 3, day * 7], staleAfter: day * 100_000)
  }

  static func grant(
    _ epoch: Int64, _ status: Grant.Status = .live, client: ClientID = web
  ) -> Grant {
    var grant = Grant(client: client, epoch: Epoch(epoch))
    grant.status = status
    if status != .unproven { grant.confirmed = start - day }
    return grant
  }

  static func credential(
    _ state: CredentialState = .authorized, _ reason: Reason = .confirmed, grants: [Grant]
  ) -> Credential {
    var credential = Credential(id: id, account: "u1", labels: [], since: start - day * 30)
    (credential.state, credential.reason, credential.grants) = (state, reason, grants)
    if state != .unknown {
      credential.stateEvent = 41
      credential.lastConfirmed = start - day
    }
    return credential
  }

  /// A look sent and answered at `time` that confirmed another user.
  static func control(at time: Moment, of subject: String = "002") -> Control {
    let other = CredentialID(
      provider: provider, subject: Subject(validBytes: Array(subject.utf8)))
    let look = Look(
      credential: other, client: web, epoch: Epoch(9), token: Secret([]), purpose: .scheduled,
      claimed: time)
    let result = LookResult(
      look: look, answer: .authorized, mayHaveBeenSent: true, answered: time,
      evidence: Evidence("200"))
    guard let control = Control(result) else { preconditionFailure("a success is a control") }
    return control
  }

  static func observation(
    _ answer: Answer, epoch: Int64 = 1, asked: Moment? = nil, at time: Moment, sent: Bool = true
  ) -> Observation {
    let look = Look(
      credential: id, client: web, epoch: Epoch(epoch), token: Secret([]), purpose: .scheduled,
      claimed: asked ?? time)
    return Observation(
      LookResult(
        look: look, answer: answer, mayHaveBeenSent: sent, answered: time,
        evidence: Evidence("400 \(answer.word)")))
  }
}

/// One credential and the rules it is judged by, told one answer after the other as a store would.
struct Story {
  var credential: Credential
  var policy: ProviderPolicy
  /// What its clients' other users amount to.
  var book = ClientBook([
    Sample.web: ClientStanding(members: 10), Sample.phone: ClientStanding(members: 10),
  ])
  /// What keeps verdicts back.
  var restraints = Restraints()
  /// Whether others are confirmed by looks sent right after each answer.
  var othersAreWell = true
  var published: [EventDraft] = []
  var last: Decision

  init(_ credential: Credential, policy: ProviderPolicy = Sample.policy()) {
    self.credential = credential
    self.policy = policy
    last = Decision(unchanged: credential)
  }

  /// Judges an answer `after` the start and keeps what follows; returns the decision.
  @discardableResult
  mutating func hear(
    _ answer: Answer, epoch: Int64 = 1, asked: Duration? = nil, after: Duration, sent: Bool = true
  ) -> Decision {
    let now = Sample.start + after
    let observation = Sample.observation(
      answer, epoch: epoch, asked: asked.map { Sample.start + $0 }, at: now, sent: sent)
    keep(decider.decide(observation, on: credential, among: &book, now: now))
    guard othersAreWell else { return last }
    let answered = last
    let heard = hearOfOther(epoch: epoch, after: after + .milliseconds(1), now: now)
    guard let heard else { return last }
    last.events = answered.events + heard.events
    last.notices = answered.notices + heard.notices
    return last
  }

  /// Another user of the grant's client is confirmed by a look sent `after` the start.
  @discardableResult
  mutating func hearOfOther(
    _ subject: String = "002", epoch: Int64 = 1, after: Duration, now: Moment? = nil
  ) -> Decision? {
    let control = Sample.control(at: Sample.start + after, of: subject)
    let heard = decider.hear(
      control, for: credential, Epoch(epoch), among: &book, now: now ?? Sample.start + after)
    if let heard { keep(heard) }
    return heard
  }

  /// Has what is kept back turned as it stands, and gives the decision without keeping it.
  func turnAsIs(after: Duration) -> Decision? {
    decider.turnHeld(
      credential, by: Set(Hold.Cause.allCases), among: book, now: Sample.start + after)
  }

  /// Has what is kept back judged by fresh looks, as an administrator does.
  mutating func release(after: Duration) {
    credential = decider.askAgain(
      credential, by: Set(Hold.Cause.allCases), isRelease: true, among: book,
      now: Sample.start + after)
  }

  /// Takes a state change back and keeps what follows.
  mutating func revert(_ event: Event, after: Duration) -> Decision? {
    let decision = decider.revert(
      event, on: credential, among: book, reason: "a test", now: Sample.start + after)
    if let decision { keep(decision) }
    return decision
  }

  var decider: Decider {
    var decider = Decider(policies: [Sample.provider: policy], hooks: [Sample.everything])
    decider.restraints = restraints
    return decider
  }

  mutating func keep(_ decision: Decision) {
    last = decision
    credential = decision.credential
    for event in decision.events {
      published.append(event)
      if event.kind == .stateChanged { credential.stateEvent = Int64(100 + published.count) }
    }
  }
}

extension Answer {
  /// Every class that teaches nothing.
  static let lessons: [Answer] = [
    .reauthenticate, .unclear, .misconfigured, .mismatched, .clientNotConfigured,
    .throttled(retryAfter: nil), .throttled(retryAfter: .seconds(60)),
    .transient(retryAfter: nil), .transient(retryAfter: .seconds(5)),
  ]
}
