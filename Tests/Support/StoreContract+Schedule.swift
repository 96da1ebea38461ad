internal import CredentialCore

extension StoreContract {
  static let schedule = [
    StoreContractCase("a user is looked at again one interval later and not before") { store in
      let start = StoreWorld.at(.zero)
      try await store.enrol("u", at: start)
      let early = try await store.claim(
        StoreWorld.request(start + StoreWorld.day - .milliseconds(1)))
      try expect(early.looks.isEmpty, "the look came early")
      try equal(early.nextDue, start + StoreWorld.day)
      let due = try await store.claim(StoreWorld.request(start + StoreWorld.day))
      try equal(due.looks.map(\.purpose), [.scheduled])
    },
    StoreContractCase("after a look that taught nothing the next one comes a little later") {
      store in
      let start = StoreWorld.at(.zero)
      try await store.enrol("u", at: start)
      try await store.look(.transient(retryAfter: nil), at: start + StoreWorld.day)
      // A step back has the store compare its times with the clock.
      let back = start + StoreWorld.day - .seconds(120)
      let due = try found(try await store.claim(StoreWorld.request(back)).nextDue)
      let second = start + StoreWorld.day * 2
      try expect(due > second && due <= second + StoreWorld.hour, "due \(due)")
      let batch = try await store.claim(StoreWorld.request(second))
      try expect(batch.looks.isEmpty, "the same time as before")
      try equal(try await store.claim(StoreWorld.request(due)).looks.count, 1)
    },
    StoreContractCase("a commit tells when the earliest look that it planned falls due") { store in
      let start = StoreWorld.at(.zero)
      _ = try await store.register(StoreWorld.registration("u"), now: start)
      let first = try await store.claim(StoreWorld.request(start)).looks
      let confirmed = try await store.commit(
        first.map { StoreWorld.result($0, .authorized, at: start) },
        decider: StoreWorld.decider(), now: start)
      try equal(confirmed.map { $0?.nextDue }, [start + StoreWorld.day])
      let later = start + StoreWorld.day
      let second = try await store.claim(StoreWorld.request(later)).looks
      let unsent = try await store.commit(
        second.map { StoreWorld.result($0, .transient(retryAfter: nil), at: later, sent: false) },
        decider: StoreWorld.decider(), now: later)
      try equal(unsent.map { $0?.nextDue }, [later + .seconds(60)])
    },
    StoreContractCase("after a month off, each user is looked at once, spread over the interval") {
      store in
      let start = StoreWorld.at(.zero)
      for number in 0..<48 { try await store.enrol("u\(number)", at: start) }
      let back = start + StoreWorld.day * 30
      var perHour: [Int] = []
      var seen: [CredentialID: Int] = [:]
      for hour in 0...24 {
        let now = back + StoreWorld.hour * hour
        let batch = try await store.claim(StoreWorld.request(now, limit: 1_000))
        perHour.append(batch.looks.count)
        for look in batch.looks { seen[look.credential, default: 0] += 1 }
      }
      try equal(seen.count, 48)
      try expect(seen.values.allSatisfy { $0 == 1 }, "a missed run was made up for")
      try expect((perHour.max() ?? 0) <= 12, "not spread: \(perHour)")
    },
    StoreContractCase("a due time written under a wrong clock is repaired") { store in
      let wrong = StoreWorld.at(StoreWorld.day * 3_650)
      _ = try await store.register(StoreWorld.registration("u"), now: wrong)
      try await store.look(.authorized, at: wrong)
      let right = StoreWorld.at(.zero)
      _ = try await store.claim(StoreWorld.request(right))
      let batch = try await store.claim(StoreWorld.request(right + StoreWorld.day))
      try equal(batch.looks.count, 1)
    },
    StoreContractCase("a clock that was days ahead for a while puts off no look by days") { store in
      // Further than an interval, nearer than the looks that follow a revocation.
      let wrong = StoreWorld.at(StoreWorld.day * 5)
      _ = try await store.register(StoreWorld.registration("u"), now: wrong)
      try await store.look(.authorized, at: wrong)
      let right = StoreWorld.at(.zero)
      let first = try await store.claim(StoreWorld.request(right))
      try expect(
        try found(first.nextDue) <= right + StoreWorld.day, "put off to \(first.nextDue as Any)")
      let batch = try await store.claim(StoreWorld.request(right + StoreWorld.day))
      try equal(batch.looks.count, 1)
      let user = try found(try await store.credential(StoreWorld.id("u")))
      try expect(user.since <= right + StoreWorld.day, "since \(user.since)")
    },
    StoreContractCase("a look planned long after a revocation is not taken for a wrong clock's") {
      store in
      let start = StoreWorld.at(.zero)
      try await store.enrol("u", at: start)
      try await store.revoke(since: start)
      let revoked = start + StoreWorld.hour * 64
      for day in [1, 3] {
        try await store.look(.dead(.tokenDead), at: revoked + StoreWorld.day * day)
      }
      let now = revoked + StoreWorld.day * 3 + StoreWorld.hour
      // A step of two minutes makes the store compare its times with the clock.
      for moment in [now, now - .seconds(120)] {
        let batch = try await store.claim(StoreWorld.request(moment))
        try equal(batch.nextDue, revoked + StoreWorld.day * 7)
      }
    },
    StoreContractCase(
      "a look that was asked for is not held up by the overdue ones, which come as allowed"
    ) {
      store in
      let start = StoreWorld.at(.zero)
      for number in 0..<5 { try await store.enrol("u\(number)", at: start) }
      let now = start + StoreWorld.day + StoreWorld.hour
      _ = try await store.register(StoreWorld.registration("new"), now: now)
      let first = try await store.claim(StoreWorld.request(now, limit: 10, regular: 0))
      try equal(first.looks.map(\.credential), [StoreWorld.id("new")])
      try equal(first.regular, 0)
      try equal(first.planned, 6)
      try equal(first.nextDue, start + StoreWorld.day)
      try equal(first.nextAsked, nil)
      let second = try await store.claim(StoreWorld.request(now, limit: 10, regular: 2))
      try equal(second.looks.map(\.credential), [0, 1].map { StoreWorld.id("u\($0)") })
      try equal(second.regular, 2)
      _ = try await store.requestCheck(
        StoreWorld.id("u4"), policy: StoreWorld.policy, now: now)
      let third = try await store.claim(StoreWorld.request(now, limit: 1, regular: 0))
      try equal(third.looks.map(\.credential), [StoreWorld.id("u4")])
      _ = try await store.forget(StoreWorld.id("u3"), force: true, now: now)
      let last = try await store.claim(StoreWorld.request(now, limit: 10))
      try equal(last.looks.map(\.credential), [StoreWorld.id("u2")])
      try equal(last.planned, 5)
    },
  ]
}
