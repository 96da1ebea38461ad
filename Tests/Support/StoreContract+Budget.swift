internal import CredentialCore

extension StoreContract {
  static let budget = [
    StoreContractCase("one look a day and one by hand, never a third") { store in
      let start = StoreWorld.at(.zero)
      let user = StoreWorld.id("u")
      try await store.enrol("u", at: start)
      let now = start + StoreWorld.hour
      try equal(
        try await store.requestCheck(user, policy: StoreWorld.policy, now: now), .accepted)
      let batch = try await store.claim(StoreWorld.request(now))
      try equal(batch.looks.map(\.purpose), [.manual])
      try equal(
        try await store.requestCheck(user, policy: StoreWorld.policy, now: now), .inFlight)
      _ = try await store.commit(
        batch.looks.map { StoreWorld.result($0, .authorized, at: now) },
        decider: StoreWorld.decider(), now: now)
      try equal(
        try await store.requestCheck(user, policy: StoreWorld.policy, now: now + .seconds(1)),
        .budgetSpent(until: start + StoreWorld.day))
      let none = try await store.claim(StoreWorld.request(start + StoreWorld.hour * 23))
      try expect(none.looks.isEmpty, "no third look within the day")
      try equal(none.nextDue, start + StoreWorld.day)
    },
    StoreContractCase("a request that surely never left costs no budget") { store in
      let start = StoreWorld.at(.zero)
      _ = try await store.register(StoreWorld.registration("u"), now: start)
      try await store.look(.transient(retryAfter: nil), at: start, sent: false)
      try await store.look(.transient(retryAfter: nil), at: start + .seconds(60), sent: false)
      try await store.look(.transient(retryAfter: nil), at: start + .seconds(120), sent: false)
      let last = start + .seconds(180)
      try await store.look(.authorized, at: last)
      try equal(
        try await store.requestCheck(StoreWorld.id("u"), policy: StoreWorld.policy, now: last),
        .accepted)
    },
    StoreContractCase("a look that may have left is spent though nothing was learnt") { store in
      let start = StoreWorld.at(.zero)
      try await store.enrol("u", at: start)
      try await store.look(.transient(retryAfter: nil), at: start + StoreWorld.day)
      let early = try await store.claim(StoreWorld.request(start + StoreWorld.hour * 47))
      try expect(early.looks.isEmpty, "the next look is a day later")
      let late = try await store.claim(StoreWorld.request(start + StoreWorld.hour * 49))
      try equal(late.looks.count, 1)
    },
    StoreContractCase("a look given back is due again at once and costs nothing") { store in
      let start = StoreWorld.at(.zero)
      try await store.enrol("u", at: start)
      let now = start + StoreWorld.day
      for _ in 0..<4 {
        let batch = try await store.claim(StoreWorld.request(now))
        try equal(batch.looks.count, 1)
        try await store.giveBack(batch.looks, now: now)
      }
      try await store.look(.authorized, at: now)
    },
    StoreContractCase("a check by hand needs a user and a token") { store in
      let start = StoreWorld.at(.zero)
      try equal(
        try await store.requestCheck(StoreWorld.id("u"), policy: StoreWorld.policy, now: start),
        .notFound)
      // A token that never worked is dropped.
      _ = try await store.register(StoreWorld.registration("u"), now: start)
      try await store.look(.dead(.tokenDead), at: start)
      try await store.look(.dead(.tokenDead), at: start + StoreWorld.hour * 20)
      try equal(
        try await store.requestCheck(
          StoreWorld.id("u"), policy: StoreWorld.policy, now: start + StoreWorld.day), .noGrant)
    },
  ]
}
