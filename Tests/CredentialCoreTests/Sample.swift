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
      budgetPeriod: day, looksPerSecond: 10, inFlight: 10,
      looksAfterRevocation: [day, day * 3, day * 7])
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
    if state != .unknown { credential.stateEvent = 41 }
    return credential
  }

  static func observation(
    _ answer: Answer, epoch: Int64 = 1, at time: Moment, sent: Bool = true
  ) -> Observation {
    let look = Look(
      credential: id, client: web, epoch: Epoch(epoch), token: Secret([]), purpose: .scheduled,
      claimed: time)
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
    _ answer: Answer, epoch: Int64 = 1, after: Duration, sent: Bool = true
  ) -> Decision {
    let now = Sample.start + after
    last = Decider(policies: [Sample.provider: policy], hooks: [Sample.everything]).decide(
      Sample.observation(answer, epoch: epoch, at: now, sent: sent), on: credential, now: now)
    credential = last.credential
    for event in last.events {
      published.append(event)
      if event.kind == .stateChanged { credential.stateEvent = Int64(100 + published.count) }
    }
    return last
  }
}

extension Answer {
  /// Every class that teaches nothing.
  static let lessons: [Answer] = [
    .isolated, .reauthenticate, .misconfigured, .mismatched, .clientNotConfigured,
    .throttled(retryAfter: nil), .throttled(retryAfter: .seconds(60)),
    .transient(retryAfter: nil), .transient(retryAfter: .seconds(5)),
  ]
}
