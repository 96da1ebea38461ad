internal import CredentialCore

extension StoreContract {
  static let removal = [
    StoreContractCase("a forgotten user is gone, and its token's number is never given again") {
      store in
      let first = try await store.register(StoreWorld.registration("u"), now: StoreWorld.at(.zero))
      try equal(
        try await store.forget(first.id, force: false, now: StoreWorld.at(.zero)), .forgotten)
      try equal(try await store.credential(first.id), nil)
      try equal(
        try await store.forget(first.id, force: false, now: StoreWorld.at(.zero)), .notFound)
      let batch = try await store.claim(StoreWorld.request(StoreWorld.at(.zero)))
      try expect(batch.looks.isEmpty, "a forgotten user must not be looked at")
      let second = try await store.register(
        StoreWorld.registration("u"), now: StoreWorld.at(.zero))
      try expect(second.grants[0].epoch > first.grants[0].epoch, "the epoch must grow")
      try equal(second.stateEvent, nil)
    },
    StoreContractCase("a revoked user is not forgotten while a hook has not been told") { store in
      let start = StoreWorld.at(.zero)
      try await store.enrol("u", at: start)
      try await store.revoke(since: start, hooks: [StoreWorld.logout])
      let now = start + StoreWorld.day * 3
      try equal(
        try await store.forget(StoreWorld.id("u"), force: false, now: now),
        .undelivered(hooks: [StoreWorld.logout]))
      try expect(try await store.credential(StoreWorld.id("u")) != nil, "it must be kept")
      try equal(
        try await store.forget(StoreWorld.id("u"), force: true, now: now), .forgotten)
      let due = try await store.dueDeliveries(of: StoreWorld.logout, limit: 10, now: now)
      try expect(due.deliveries.isEmpty, "a dropped delivery must not be run")
    },
    StoreContractCase("events of a forgotten user keep number, states and reason only") { store in
      let start = StoreWorld.at(.zero)
      try await store.enrol("secret-subject", at: start, account: "joe")
      try await store.enrol("other", at: start)
      let before = try await store.events(after: 0, limit: 10)
      _ = try await store.forget(StoreWorld.id("secret-subject"), force: false, now: start)
      let after = try await store.events(after: 0, limit: 10)
      try equal(after.map(\.sequence), before.map(\.sequence))
      try equal(after.map(\.body.newState), before.map(\.body.newState))
      try equal(after.map(\.body.reason), before.map(\.body.reason))
      try equal(after[1], before[1])
      try equal(after[0].body.account, nil)
      try equal(after[0].body.evidence.summary, "")
      try expect(after[0].body.credential.subject.text.hasPrefix("forgotten:"), "\(after[0])")
    },
    StoreContractCase("a result for a forgotten user is dropped") { store in
      let now = StoreWorld.at(.zero)
      _ = try await store.register(StoreWorld.registration("u"), now: now)
      let batch = try await store.claim(StoreWorld.request(now))
      _ = try await store.forget(StoreWorld.id("u"), force: false, now: now)
      let results = batch.looks.map { StoreWorld.result($0, .authorized, at: now) }
      let committed = try await store.commit(results, decider: StoreWorld.decider(), now: now)
      try equal(committed.count, 1)
      try expect(committed[0] == nil, "nothing is left to be judged")
      // The user comes back; the late answer is about another token.
      let again = try await store.register(StoreWorld.registration("u"), now: now)
      _ = try await store.commit(results, decider: StoreWorld.decider(), now: now)
      try equal(try await store.credential(again.id)?.state, .unknown)
    },
  ]
}
