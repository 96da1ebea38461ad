package import CredentialCore

extension StoreContract {
  static let holds = [
    StoreContractCase("a release as is turns each held user once, and a second one nobody") {
      store in
      try await held(store)
      let hooks = [StoreWorld.logout]
      let pages = try await store.settleAll(
        .releaseAsIs, .turn, ending: .brakes, hooks: hooks, at: at(50))
      try equal(pages.map(\.users), [2, 1])
      let events = pages.flatMap(\.committed.events)
      try equal(events.map(\.body.newState), [.revoked, .revoked, .revoked])
      try equal(
        events.first?.body.evidence.summary, "400 invalid_grant; released as is")
      try equal(try await store.events(after: 7, limit: 9), events)
      let due = try await store.dueDeliveries(of: StoreWorld.logout, limit: 9, now: at(50))
      try equal(due.deliveries.count, 3)
      let again = try await store.settleAll(.releaseAsIs, .turn, hooks: hooks, at: at(51))
      try equal(again.map(\.users), [0])
      try equal(try await store.census().sequence, 10)
    },
    StoreContractCase("a user who was confirmed since is not turned by a release as is") { store in
      try await held(store)
      try await store.answer(["a": .authorized], at: at(68))
      _ = try await store.settleAll(.releaseAsIs, .turn, at: at(69))
      try equal(try await store.credential(StoreWorld.id("a"))?.state, .authorized)
      try equal(try await store.credential(StoreWorld.id("b"))?.state, .revoked)
    },
    StoreContractCase("after a release a fresh look and its witness turn a user, and no other") {
      store in
      try await held(store)
      _ = try await store.settleAll(.release, .lookAgain, ending: .brakes, at: at(50))
      try await store.answer(["a": .dead(.tokenDead), "b": .authorized], at: at(50))
      try equal(try await store.credential(StoreWorld.id("a"))?.state, .authorized)
      let looks = try await store.claim(StoreWorld.request(at(73))).looks
      let witness = try found(looks.first { $0.credential == StoreWorld.id("f") })
      try await store.giveBack(looks.filter { $0.credential != witness.credential }, now: at(73))
      let committed = try await store.commit(
        [StoreWorld.result(witness, .authorized, at: at(73))], decider: StoreWorld.decider(),
        now: at(73))
      try equal(committed.compactMap { $0 }.flatMap(\.events).map(\.body.newState), [.revoked])
      try equal(try await store.credential(StoreWorld.id("a"))?.state, .revoked)
      try equal(try await store.credential(StoreWorld.id("c"))?.state, .authorized)
      try equal(try await store.census().holds, [StoreWorld.apple: [.brake: 1]])
      try equal(try await store.census().wouldLogOut, [StoreWorld.apple: 1])
    },
    StoreContractCase("what is dropped page by page is dropped, and states stay") { store in
      try await held(store)
      let pages = try await store.settleAll(.discard, .drop, at: at(50))
      try equal(pages.map(\.users), [2, 1])
      try equal(try await store.census().holds, [:])
      try equal(try await store.census().sequence, 7)
    },
  ]

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  /// Signs seven users in, of whom a, b and c have a verdict that the brake keeps back from hour 49 on.
  package static func held(_ store: any CredentialStore) async throws {
    for subject in ["a", "b", "c", "d", "e", "f", "g"] { try await store.enrol(subject, at: at(0)) }
    let dead = ["a": Answer.dead(.tokenDead), "b": .dead(.tokenDead), "c": .dead(.tokenDead)]
    let good = ["d": Answer.authorized, "e": .authorized]
    for (first, second) in [(24, 25), (44, 49)] {
      try await store.answer(dead, at: at(first))
      try await store.answer(good, at: at(second))
    }
    try equal(try await store.census().holds, [StoreWorld.apple: [.brake: 3]])
  }
}

extension CredentialStore {
  /// Does an order to what is kept back of `apple`, two users a step; the steps' outcomes.
  package func settleAll(
    _ verb: AuditVerb, _ order: HoldStep.Order, ending end: HoldStep.End = .nothing,
    provider: ProviderName? = StoreWorld.apple, subject: String? = nil, hooks: [HookName] = [],
    policy: ProviderPolicy = StoreWorld.policy, at now: Moment
  ) async throws -> [HoldPage] {
    let entry = AuditEntry(
      verb, by: Caller(uid: 7), provider: provider,
      subject: subject.map { StoreWorld.id($0).subject }, reason: "a test", at: now)
    var step = HoldStep(
      order, ending: end, causes: Set(Hold.Cause.allCases), entry: entry, limit: 2)
    var pages: [HoldPage] = []
    repeat {
      let page = try await settle(
        step, decider: StoreWorld.decider(hooks: hooks, policy: policy), now: now)
      pages.append(page)
      (step.row, step.after) = (page.row, page.next)
    } while step.after != nil
    return pages
  }
}
