internal import CredentialCore

extension StoreContract {
  static let stale = [
    StoreContractCase("users who cannot be looked at are found once they are stale, each once") {
      store in
      for subject in ["a", "b", "c"] { try await store.enrol(subject, at: at(0)) }
      try equal(try await store.sweep(at: at(0)).due, at(24))
      try equal(try await store.sweep(at: at(24)).due, at(30))
      try equal(try await store.sweep(at: at(29)).due, at(30))
      var committed: [Committed] = []
      for hours in stride(from: 30, to: 73, by: 6) {
        committed += try await store.sweep(at: at(hours)).committed
      }
      try equal(committed.flatMap(\.events).map(\.body.kind), kinds(3))
      try equal(committed.flatMap(\.events).map(\.body.at), [at(72), at(72), at(72)])
      try equal(committed.map(\.stale), [1, 2, 3])
      try equal(try await store.stale(), 3)
      try equal(try await store.credential(StoreWorld.id("b"))?.staleSince, at(72))
      let list = try await store.credentials(
        CredentialQuery(isStale: true, after: StoreWorld.id("a"), limit: 9))
      try equal(list.map(\.id.subject.text), ["b", "c"])
      try equal(try await store.events(after: 3, limit: 9), committed.flatMap(\.events))
      for hours in stride(from: 78, to: 200, by: 6) {
        let page = try await store.sweep(at: at(hours))
        try expect(page.committed.isEmpty, "told once")
      }
    },
    StoreContractCase("a success ends it, a removal too; a delivery waits for the hook that asked")
    {
      store in
      for subject in ["a", "b"] { try await store.enrol(subject, at: at(0)) }
      _ = try await store.sweep(at: at(60))
      _ = try await store.sweep(at: at(84), hooks: [StoreWorld.logout])
      let due = try await store.dueDeliveries(of: StoreWorld.logout, limit: 5, now: at(84))
      try equal(due.deliveries.map(\.event.body.kind), kinds(2))
      _ = try await store.requestCheck(
        StoreWorld.id("a"), policy: StoreWorld.policy, now: at(108))
      let looks = try await store.claim(StoreWorld.request(at(108))).looks
      let result = StoreWorld.result(try found(looks.first), .authorized, at: at(108))
      let ended = try await store.commit([result], decider: decider(), now: at(108))
      try equal(ended.map { $0?.stale }, [1])
      let other = result.look.credential == StoreWorld.id("a") ? "b" : "a"
      try equal(try await store.credential(result.look.credential)?.staleSince, nil)
      _ = try await store.forget(StoreWorld.id(other), force: true, now: at(108))
      try equal(try await store.stale(), 0)
      try equal(try await store.credentials(CredentialQuery(isStale: true, limit: 9)).count, 0)
    },
    StoreContractCase("a step tells of as many as it may, the next goes on") { store in
      for subject in ["a", "b", "c"] { try await store.enrol(subject, at: at(0)) }
      _ = try await store.sweep(at: at(60))
      let first = try await store.sweep(at: at(84), limit: 2)
      try equal(first.committed.count, 2)
      try expect(first.due < at(84) + .seconds(10), "soon")
      let rest = try await store.sweep(at: at(84), after: try found(first.next), limit: 2)
      try equal(rest.committed.count, 1)
      try equal(rest.next, nil)
    },
    StoreContractCase(
      "a look that taught nothing tells it, and one in flight is left to its result"
    ) { store in
      for subject in ["a", "b"] { try await store.enrol(subject, at: at(0)) }
      _ = try await store.sweep(at: at(60))
      _ = try await store.requestCheck(StoreWorld.id("a"), policy: StoreWorld.policy, now: at(84))
      let looks = try await store.claim(StoreWorld.request(at(84), limit: 1)).looks
      let looked = try found(looks.first)
      let swept = try await store.sweep(at: at(84)).committed.flatMap(\.events)
      try expect(!swept.contains { $0.body.credential == looked.credential }, "it is in flight")
      let failed = StoreWorld.result(looked, .transient(retryAfter: nil), at: at(84))
      let committed = try await store.commit([failed], decider: decider(), now: at(84))
      try equal(committed.compactMap { $0 }.flatMap(\.events).map(\.body.kind), kinds(1))
    },
  ]

  private static func kinds(_ count: Int) -> [EventKind] {
    Array(repeating: .credentialStale, count: count)
  }

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  /// Rules by which three days without a success are long.
  fileprivate static func decider(hooks: [HookName] = []) -> Decider {
    var policy = StoreWorld.policy
    policy.staleAfter = StoreWorld.day * 3
    let decider = StoreWorld.decider(hooks: hooks)
    return Decider(policies: [StoreWorld.apple: policy], hooks: decider.hooks)
  }
}

extension CredentialStore {
  /// One step of the search for stale users.
  fileprivate func sweep(
    at now: Moment, after: Int64? = nil, limit: Int = 100, hooks: [HookName] = []
  ) async throws -> StalePage {
    try await sweepStale(
      StaleSweep(
        StoreWorld.apple, decider: StoreContract.decider(hooks: hooks), after: after, limit: limit,
        now: now))
  }

  fileprivate func stale() async throws -> Int { try await clients(of: StoreWorld.apple).stale }
}
