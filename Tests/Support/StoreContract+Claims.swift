internal import CredentialCore

extension StoreContract {
  static let claims = [
    StoreContractCase("a claimed look holds what to ask with and is claimed once") { store in
      let now = StoreWorld.at(.zero)
      let user = try await store.register(StoreWorld.registration("u", token: "t"), now: now)
      let batch = try await store.claim(StoreWorld.request(now))
      let look = try found(batch.looks.first)
      try equal(look.credential, user.id)
      try equal(look.client, user.grants[0].client)
      try equal(look.epoch, user.grants[0].epoch)
      try equal(look.token.withBytes { $0 }, Array("t".utf8))
      try equal(look.purpose, .confirmation)
      try equal(look.claimed, now)
      try equal(batch.nextDue, nil)
      let second = try await store.claim(StoreWorld.request(now))
      try expect(second.looks.isEmpty, "one look in flight for each user")
    },
    StoreContractCase("a claim gives no more than asked for and says that more is due") { store in
      for number in 0..<5 {
        _ = try await store.register(
          StoreWorld.registration("u\(number)"), now: StoreWorld.at(.seconds(number)))
      }
      let now = StoreWorld.at(.seconds(10))
      let first = try await store.claim(StoreWorld.request(now, limit: 3))
      try equal(
        first.looks.map(\.credential), [0, 1, 2].map { StoreWorld.id("u\($0)") })
      try equal(first.nextDue, StoreWorld.at(.seconds(3)))
      let rest = try await store.claim(StoreWorld.request(now, limit: 3))
      try equal(rest.looks.count, 2)
      try equal(rest.nextDue, nil)
    },
    StoreContractCase("a claim leaves other providers' users alone") { store in
      let now = StoreWorld.at(.zero)
      _ = try await store.register(StoreWorld.registration("u"), now: now)
      let request = ClaimRequest(
        provider: ProviderName(validText: "kakao"), policy: StoreWorld.policy, limit: 5, now: now)
      let batch = try await store.claim(request)
      try expect(batch.looks.isEmpty && batch.nextDue == nil, "\(batch)")
    },
    StoreContractCase("a second commit of one result changes nothing") { store in
      let now = StoreWorld.at(.zero)
      _ = try await store.register(StoreWorld.registration("u"), now: now)
      let batch = try await store.claim(StoreWorld.request(now))
      let results = batch.looks.map { StoreWorld.result($0, .authorized, at: now) }
      let first = try await store.commit(results, decider: StoreWorld.decider(), now: now)
      try equal(first[0]?.events.count, 1)
      let second = try await store.commit(results, decider: StoreWorld.decider(), now: now)
      try equal(second[0]?.events.count, 0)
      try equal(try await store.events(after: 0, limit: 10).count, 1)
    },
    StoreContractCase("a late answer cannot touch a newer sign-in, which gets its own look at once")
    { store in
      let start = StoreWorld.at(.zero)
      try await store.enrol("u", at: start)
      let now = start + StoreWorld.day
      let batch = try await store.claim(StoreWorld.request(now))
      try equal(batch.looks.first?.purpose, .scheduled)
      _ = try await store.register(StoreWorld.registration("u", token: "new"), now: now)
      let results = batch.looks.map { StoreWorld.result($0, .dead(.tokenDead), at: now) }
      _ = try await store.commit(results, decider: StoreWorld.decider(), now: now)
      let user = try found(try await store.credential(StoreWorld.id("u")))
      try equal(user.state, .authorized)
      let next = try await store.claim(StoreWorld.request(now))
      try equal(next.looks.map { $0.token.withBytes { $0 } }, [Array("new".utf8)])
    },
    StoreContractCase("results are answered in their order") { store in
      let now = StoreWorld.at(.zero)
      for subject in ["a", "b", "c"] {
        _ = try await store.register(StoreWorld.registration(subject), now: now)
      }
      let batch = try await store.claim(StoreWorld.request(now))
      let results = batch.looks.reversed().map { StoreWorld.result($0, .authorized, at: now) }
      let committed = try await store.commit(results, decider: StoreWorld.decider(), now: now)
      try equal(
        committed.map { $0?.events.first?.body.credential }, results.map(\.look.credential))
      let events = try await store.events(after: 0, limit: 10)
      try equal(events.map(\.sequence), [1, 2, 3])
    },
  ]
}
