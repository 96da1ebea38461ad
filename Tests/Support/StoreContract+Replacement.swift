internal import CredentialCore

extension StoreContract {
  static let replacements = [
    StoreContractCase("within the grace time a token is presented once more, and then it is well") {
      store in
      try await store.enrolRotating("u", at: start)
      let now = start + StoreWorld.day
      let look = try await store.claimRotating(at: now, grace: grace)
      let lost = now + .seconds(5)
      try await store.answerRotating(look, .transient(retryAfter: nil), at: lost, grace: grace)
      try equal(try await store.rotating("u").outstanding?.again, now + grace)
      try equal(try await store.rotationEvents(), 0)
      let again = try await store.claimRotating(at: now + .seconds(12), grace: grace)
      try equal(again.token.withBytes { $0 }, Array("t2".utf8))
      try await store.answerRotating(
        again, .authorized, at: now + .seconds(13), new: "t3", grace: grace)
      try equal(try await store.rotating("u").status, .live)
      try equal(try await store.rotationEvents(), 0)
    },
    StoreContractCase("a second lost answer, or a refusal after a lost one, is the loss itself") {
      store in
      let answers: [Answer] = [.transient(retryAfter: nil), .dead(.tokenDead), .isolated]
      for (index, answer) in answers.enumerated() {
        let user = "u\(index)"
        try await store.enrolRotating(user, at: start)
        let now = start + StoreWorld.day + StoreWorld.hour * index
        let look = try await store.claimRotating(at: now, grace: grace)
        try await store.answerRotating(look, .transient(retryAfter: nil), at: now, grace: grace)
        let again = try await store.claimRotating(at: now + .seconds(6), grace: grace)
        try await store.answerRotating(again, answer, at: now + .seconds(7), grace: grace)
        try equal([try await store.rotating(user).status], [.lost])
        try equal(try await store.rotationEvents(), index + 1)
        let state = try await store.credential(StoreWorld.id(user))?.state
        try equal(state, .authorized)
      }
    },
    StoreContractCase("after the grace time an answer that did not come is given up and told") {
      store in
      try await store.enrolRotating("u", at: start)
      let now = start + StoreWorld.day
      let look = try await store.claimRotating(at: now, grace: grace)
      try await store.answerRotating(look, .transient(retryAfter: nil), at: now, grace: grace)
      let decider = rotatingDecider(grace: grace)
      let early = try await store.giveUpAnswers(
        of: StoreWorld.apple, decider: decider, now: now + .seconds(59))
      try equal(early.next, now + grace)
      try equal(early.users, 0)
      let late = try await store.giveUpAnswers(
        of: StoreWorld.apple, decider: decider, now: now + grace)
      try equal(late.users, 1)
      try equal(late.committed.first?.events.count, 1)
      let next = try await store.claim(rotatingRequest(now + grace, grace: grace))
      try expect(next.looks.isEmpty, "the time is over")
    },
    StoreContractCase("a look in flight is not given up") { store in
      try await store.enrolRotating("u", at: start)
      let now = start + StoreWorld.day
      let look = try await store.claimRotating(at: now)
      let answers = try await store.giveUpAnswers(
        of: StoreWorld.apple, decider: rotatingDecider(), now: now + StoreWorld.day * 2)
      try equal(answers.committed.count, 0)
      try await store.answerRotating(look, .authorized, at: now, new: "t3")
      try equal(try await store.rotating("u").status, .live)
    },
    StoreContractCase("a dead token without a lost answer is judged as ever") { store in
      try await store.enrolRotating("u", at: start)
      for hours in [24, 44, 64] {
        let now = start + StoreWorld.hour * hours
        let look = try await store.claimRotating(at: now)
        try await store.answerRotating(look, .dead(.tokenDead), at: now)
      }
      try equal(try await store.credential(StoreWorld.id("u"))?.state, .revoked)
      try equal(try await store.rotationEvents(), 0)
    },
    StoreContractCase(
      "a provider that does not rotate and yet replaces a token: the new one is kept"
    ) {
      store in
      try await store.enrol("u", at: start)
      let now = start + StoreWorld.day
      let look = try found(try await store.claim(StoreWorld.request(now)).looks.first)
      try equal([try await store.rotating("u").status], [.live])
      let result = LookResult(
        look: look, answer: .authorized, mayHaveBeenSent: true, answered: now,
        evidence: Evidence("200"), replacement: Secret(Array("new".utf8)))
      _ = try await store.commit([result], decider: StoreWorld.decider(), now: now)
      let next = try await store.claim(StoreWorld.request(now + StoreWorld.day))
      try equal(next.looks.map { $0.token.withBytes { $0 } }, [Array("new".utf8)])
    },
    StoreContractCase("a replacement for a grant that is gone is dropped with it") { store in
      _ = try await store.register(StoreWorld.registration("u", token: "t1"), now: start)
      let look = try await store.claimRotating(at: start)
      _ = try await store.register(StoreWorld.registration("u", token: "n1"), now: start)
      try await store.answerRotating(look, .authorized, at: start, new: "t2")
      let next = try await store.claimRotating(at: start)
      try equal(next.token.withBytes { $0 }, Array("n1".utf8))
      try await store.answerRotating(next, .authorized, at: start, new: "n2")
      let last = try await store.claimRotating(at: start + StoreWorld.day)
      let outcome = try await store.forget(StoreWorld.id("u"), force: true, now: start)
      try equal(outcome, .forgotten)
      let committed = try await store.answerRotating(last, .authorized, at: start, new: "n3")
      try expect(committed == nil, "there is nobody to keep it for")
    },
  ]

  private static let grace = Duration.seconds(60)
}
