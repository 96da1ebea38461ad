internal import CredentialCore

extension StoreContract {
  static let verdicts = [
    StoreContractCase("a first good answer authorizes and is event 1") { store in
      let now = StoreWorld.at(.zero)
      _ = try await store.register(StoreWorld.registration("u", account: "joe"), now: now)
      let committed = try await store.look(.authorized, at: now)
      let event = try found(committed.events.first)
      try equal(event.sequence, 1)
      try equal(event.generation, store.generation)
      try equal(event.body.newState, .authorized)
      try equal(event.body.account, "joe")
      try equal(try await store.events(after: 0, limit: 10), [event])
      let user = try found(try await store.credential(StoreWorld.id("u")))
      try equal(user.state, .authorized)
      try equal(user.stateEvent, 1)
      try equal(user.lastConfirmed, now)
      try equal(user.grants.map(\.status), [.live])
    },
    StoreContractCase("with nobody to bear witness three dead answers revoke, all at once with it")
    {
      store in
      let start = StoreWorld.at(.zero)
      let hooks = [StoreWorld.logout]
      try await store.enrol("u", at: start)
      for (number, hours) in [24, 44].enumerated() {
        try await store.look(
          .dead(.tokenDead), at: start + StoreWorld.hour * hours, hooks: hooks)
        let doubted = try found(try await store.credential(StoreWorld.id("u")))
        try equal(doubted.state, .authorized)
        try equal(doubted.grants[0].suspicion?.proofs.count, number + 1)
        let next = start + StoreWorld.hour * (hours + 20)
        try equal(doubted.grants[0].suspicion?.confirmableFrom, next)
      }
      let proven = start + StoreWorld.hour * 64
      let committed = try await store.look(.dead(.tokenDead), at: proven, hooks: hooks)
      let event = try found(committed.events.first)
      try equal(event.body.action, .logOut)
      try equal(event.body.evidence.summary, "400 invalid_grant; control: none")
      let user = try found(try await store.credential(StoreWorld.id("u")))
      try equal(user.state, .revoked)
      try equal(user.reason, .tokenDead)
      try equal(user.stateEvent, event.sequence)
      try equal(user.grants.map(\.status), [.dead])
      let due = try await store.dueDeliveries(of: StoreWorld.logout, limit: 5, now: proven)
      try equal(due.deliveries.map(\.event), [event])
    },
    StoreContractCase("a failure to learn changes no state and publishes nothing") { store in
      let start = StoreWorld.at(.zero)
      try await store.enrol("u", at: start)
      for (number, answer) in [Answer.misconfigured, .isolated, .throttled(retryAfter: nil)]
        .enumerated()
      {
        let now = start + (StoreWorld.day + StoreWorld.hour) * (number + 1)
        let committed = try await store.look(answer, at: now)
        try expect(committed.events.isEmpty, "\(answer) published an event")
      }
      let user = try found(try await store.credential(StoreWorld.id("u")))
      try equal(user.state, .authorized)
      try equal(user.lastAnswer, "throttled")
      try equal(user.lastConfirmed, start)
    },
    StoreContractCase("a revoked user is looked at after 1, 3 and 7 days, then never") { store in
      let start = StoreWorld.at(.zero)
      try await store.enrol("u", at: start)
      try await store.revoke(since: start)
      let revoked = start + StoreWorld.hour * 64
      for days in [1, 3, 7] {
        let due = revoked + StoreWorld.day * days
        let early = try await store.claim(StoreWorld.request(due - .seconds(1)))
        try equal(early.nextDue, due)
        try await store.look(.dead(.tokenDead), at: due)
      }
      let batch = try await store.claim(StoreWorld.request(revoked + StoreWorld.day * 400))
      try expect(batch.looks.isEmpty && batch.nextDue == nil, "\(batch)")
      try equal(try await store.credential(StoreWorld.id("u"))?.grants, [])
    },
    StoreContractCase("events come in pages after a cursor; readers hear of the highest number") {
      store in
      var numbers = store.publishedSequences().makeAsyncIterator()
      try equal(await numbers.next(), 0)
      for number in 0..<5 { try await store.enrol("u\(number)", at: StoreWorld.at(.zero)) }
      try equal(await numbers.next(), 5)
      try equal(try await store.events(after: 0, limit: 2).map(\.sequence), [1, 2])
      try equal(try await store.events(after: 2, limit: 9).map(\.sequence), [3, 4, 5])
      try equal(try await store.events(after: 5, limit: 9), [])
      try equal(try await store.census().sequence, 5)
      var late = store.publishedSequences().makeAsyncIterator()
      try equal(await late.next(), 5)
    },
  ]
}
