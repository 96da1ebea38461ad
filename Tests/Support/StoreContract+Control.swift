package import CredentialCore

extension StoreContract {
  static let control = [
    StoreContractCase("a verdict waits for a success of another user after each of its two looks") {
      store in
      try await crowd(store)
      try await store.answer(["u": .dead(.tokenDead)], at: at(24))
      try equal(try await proofs(store), [Proof(answered: at(24))])
      try await store.answer(["a": .authorized], at: at(25))
      try equal(try await proofs(store), [Proof(answered: at(24), control: at(25))])
      let early = try await store.claim(StoreWorld.request(at(44) - .milliseconds(1)))
      try expect(!early.looks.contains { $0.credential == user }, "not before confirm_after")
      try await store.giveBack(early.looks, now: at(44))
      try await store.answer(["u": .dead(.tokenDead)], at: at(44), hooks: [StoreWorld.logout])
      try equal(try await store.credential(user)?.state, .authorized)
      let committed = try await store.answer(
        ["b": .authorized], at: at(49), hooks: [StoreWorld.logout])
      let event = try found(committed.flatMap(\.events).first)
      try equal(event.body.credential, user)
      try equal(event.body.newState, .revoked)
      try equal(event.body.evidence.summary, "400 invalid_grant")
      try equal(try await store.events(after: 4, limit: 9), [event])
      try equal(try await store.credential(user)?.stateEvent, event.sequence)
      let due = try await store.dueDeliveries(of: StoreWorld.logout, limit: 5, now: at(49))
      try equal(due.deliveries.map(\.event), [event])
      let next = try await store.claim(StoreWorld.request(at(49) + StoreWorld.day))
      try expect(next.looks.contains { $0.credential == user }, "a look a day after")
    },
    StoreContractCase("what everybody is answered turns nobody, however long it lasts") { store in
      try await crowd(store)
      for day in 1..<6 {
        let all = ["a", "b", "c", "u"].map { ($0, Answer.dead(.tokenDead)) }
        try await store.answer(Dictionary(uniqueKeysWithValues: all), at: at(day * 24))
      }
      try equal(try await store.census().sequence, 4)
      try await store.answer(["a": .authorized], at: at(6 * 24))
      try equal(try await store.census().sequence, 4)
    },
    StoreContractCase("a user who is gone bears no witness: with two others three looks must agree")
    {
      store in
      try await crowd(store)
      try await store.answer(["u": .dead(.tokenDead)], at: at(24))
      _ = try await store.forget(StoreWorld.id("a"), force: false, now: at(25))
      try await store.answer(["b": .authorized, "c": .authorized], at: at(44))
      try await store.answer(["u": .dead(.tokenDead)], at: at(44))
      try equal(try await store.credential(user)?.state, .authorized)
      try await store.answer(["u": .dead(.tokenDead)], at: at(64))
      let event = try found(try await store.events(after: 4, limit: 9).first)
      try equal(event.body.evidence.summary, "400 invalid_grant; control: none")
    },
  ]

  private static let user = StoreWorld.id("u")

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  /// Signs four users in.
  private static func crowd(_ store: any CredentialStore) async throws {
    for subject in ["a", "b", "c", "u"] { try await store.enrol(subject, at: at(0)) }
  }

  private static func proofs(_ store: any CredentialStore) async throws -> [Proof] {
    try await store.credential(user)?.grants.first?.suspicion?.proofs ?? []
  }
}

extension CredentialStore {
  /// Claims what is due and answers the looks at these users; the others are given back.
  @discardableResult
  package func answer(
    _ answers: [String: Answer], at now: Moment, hooks: [HookName] = [], by rules: Decider? = nil
  ) async throws -> [Committed] {
    let looks = try await claim(StoreWorld.request(now)).looks
    var results: [LookResult] = []
    for look in looks {
      guard let answer = answers[look.credential.subject.text] else {
        try await giveBack([look], now: now)
        continue
      }
      results.append(StoreWorld.result(look, answer, at: now))
    }
    try StoreContract.equal(results.count, answers.count)
    let decider = rules ?? StoreWorld.decider(hooks: hooks)
    return try await commit(results, decider: decider, now: now).compactMap { $0 }
  }
}
