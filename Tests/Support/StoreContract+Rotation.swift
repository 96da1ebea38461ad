internal import CredentialCore

extension StoreContract {
  static let rotation = [
    StoreContractCase("a claimed token of a rotating provider is outstanding until its answer") {
      store in
      try await store.enrolRotating("u", at: start)
      let look = try await store.claimRotating(at: start + StoreWorld.day)
      let grant = try await store.rotating("u")
      try equal(grant.status, .outstanding)
      try equal(
        grant.outstanding, Outstanding(since: start + StoreWorld.day, before: .live))
      try await store.answerRotating(look, .authorized, at: start + StoreWorld.day, new: "t3")
      let settled = try await store.rotating("u")
      try equal([settled.status], [.live])
      try equal(settled.outstanding, nil)
      try equal(settled.epoch, grant.epoch)
    },
    StoreContractCase("a replacement token is what is asked with next, whatever the answer was") {
      store in
      try await store.enrolRotating("u", at: start)
      let answers: [Answer] = [
        .authorized, .mismatched, .transient(retryAfter: nil), .misconfigured, .authorized,
      ]
      for (index, answer) in answers.enumerated() {
        // A look that failed puts the next one off a little.
        let now = start + StoreWorld.hour * (26 * (index + 1))
        let look = try await store.claimRotating(at: now)
        try equal(look.token.withBytes { String(decoding: $0, as: UTF8.self) }, "t\(index + 2)")
        try await store.answerRotating(look, answer, at: now, new: "t\(index + 3)")
      }
      try equal(try await store.rotating("u").status, .live)
      try equal(try await store.rotationEvents(), 0)
    },
    StoreContractCase("an answer without a replacement leaves the token as it is") { store in
      try await store.enrolRotating("u", at: start)
      for day in 1...2 {
        let now = start + StoreWorld.day * day
        let look = try await store.claimRotating(at: now)
        try equal(look.token.withBytes { $0 }, Array("t2".utf8))
        try await store.answerRotating(look, .authorized, at: now)
      }
    },
    StoreContractCase("a lost answer is told once, logs nobody out, and its token rests for good") {
      store in
      try await store.enrolRotating("u", at: start)
      let now = start + StoreWorld.day
      let look = try await store.claimRotating(at: now)
      try await store.answerRotating(look, .transient(retryAfter: nil), at: now)
      let user = try found(try await store.credential(StoreWorld.id("u")))
      try equal([user.state], [.authorized])
      try equal([user.grants[0].status], [.lost])
      let event = try found(try await store.events(after: 1, limit: 10).first)
      try equal([event.body.kind], [.rotationLost])
      try equal(event.body.action, .none)
      try equal([event.body.reason], [.rotationLost])
      let later = now + StoreWorld.day * 30
      try expect(try await store.claim(rotatingRequest(later)).looks.isEmpty, "never again")
      let check = try await store.requestCheck(user.id, policy: rotating, now: later)
      try equal(check, .noGrant)
      let answers = try await store.giveUpAnswers(
        of: StoreWorld.apple, decider: rotatingDecider(), now: later)
      try equal(answers.users, 1)
      try equal(answers.next, nil)
      try equal(answers.committed.count, 0)
      try equal(try await store.rotationEvents(), 1)
    },
    StoreContractCase("a lost token goes when the user's next sign-in is confirmed") { store in
      try await store.enrolRotating("u", at: start)
      let now = start + StoreWorld.day
      let look = try await store.claimRotating(at: now)
      try await store.answerRotating(look, .transient(retryAfter: nil), at: now)
      _ = try await store.register(StoreWorld.registration("u", token: "n1"), now: now)
      let again = try await store.claimRotating(at: now)
      try equal(again.token.withBytes { $0 }, Array("n1".utf8))
      try await store.answerRotating(again, .authorized, at: now, new: "n2")
      let user = try found(try await store.credential(StoreWorld.id("u")))
      try equal(user.grants.map(\.status), [.live])
      let answers = try await store.giveUpAnswers(
        of: StoreWorld.apple, decider: rotatingDecider(), now: now)
      try equal(answers.users, 0)
    },
    StoreContractCase("what surely never left leaves the token as it was") { store in
      try await store.enrolRotating("u", at: start)
      let now = start + StoreWorld.day
      let look = try await store.claimRotating(at: now)
      try await store.answerRotating(look, .transient(retryAfter: nil), at: now, sent: false)
      try equal(try await store.rotating("u").status, .live)
      let again = try await store.claimRotating(at: now + StoreWorld.hour)
      try await store.giveBack([again], now: now + StoreWorld.hour)
      let grant = try await store.rotating("u")
      try equal([grant.status], [.live])
      try equal(grant.outstanding, nil)
      try equal(try await store.rotationEvents(), 0)
      _ = try await store.claimRotating(at: now + StoreWorld.hour)
    },
  ]

  static let start = StoreWorld.at(.zero)

  /// The policy of a provider that replaces tokens.
  static let rotating = rotatingPolicy()

  /// The same with a grace time.
  static func rotatingPolicy(grace: Duration = .zero) -> ProviderPolicy {
    var policy = StoreWorld.policy
    policy.rotation = .rotating(grace: grace)
    return policy
  }

  static func rotatingDecider(grace: Duration = .zero) -> Decider {
    StoreWorld.decider(policy: rotatingPolicy(grace: grace))
  }

  static func rotatingRequest(_ now: Moment, grace: Duration = .zero) -> ClaimRequest {
    ClaimRequest(
      provider: StoreWorld.apple, policy: rotatingPolicy(grace: grace), limit: 10, now: now)
  }
}

extension CredentialStore {
  /// Signs a user in with the token `t1`, which is confirmed and replaced by `t2`.
  func enrolRotating(_ subject: String, at now: Moment) async throws {
    _ = try await register(StoreWorld.registration(subject, token: "t1"), now: now)
    try await answerRotating(try await claimRotating(at: now), .authorized, at: now, new: "t2")
  }

  /// Claims one look at a rotating provider.
  func claimRotating(at now: Moment, grace: Duration = .zero) async throws -> Look {
    let batch = try await claim(StoreContract.rotatingRequest(now, grace: grace))
    return try StoreContract.found(batch.looks.first)
  }

  /// Commits the answer to a look at a rotating provider.
  @discardableResult
  func answerRotating(
    _ look: Look, _ answer: Answer, at now: Moment, new: String? = nil, sent: Bool = true,
    grace: Duration = .zero
  ) async throws -> Committed? {
    let result = LookResult(
      look: look, answer: answer, mayHaveBeenSent: sent, answered: now,
      evidence: Evidence("rehearsed"), replacement: new.map { Secret(Array($0.utf8)) })
    let decider = StoreContract.rotatingDecider(grace: grace)
    return try await commit([result], decider: decider, now: now).first ?? nil
  }

  /// The only grant of a user.
  func rotating(_ subject: String) async throws -> Grant {
    let user = try StoreContract.found(try await credential(StoreWorld.id(subject)))
    return try StoreContract.found(user.grants.first)
  }

  /// How many events tell of a lost answer.
  func rotationEvents() async throws -> Int {
    try await events(after: 0, limit: 1000).count { $0.body.kind == .rotationLost }
  }
}
