internal import CredentialCore

extension StoreContract {
  static let queues = [
    StoreContractCase("a hook gets the events of one user in order, one at a time") { store in
      let start = StoreWorld.at(.zero)
      try await store.enrol("u", at: start, hooks: [StoreWorld.logout])
      try await store.revoke(since: start, hooks: [StoreWorld.logout])
      let now = start + StoreWorld.day * 3
      let first = try await store.dueDeliveries(of: StoreWorld.logout, limit: 10, now: now)
      try equal(first.deliveries.map(\.id.sequence), [1])
      let second = Delivery.ID(sequence: 2, hook: StoreWorld.logout)
      try equal(try await store.beginAttempt(second, now: now), .notDue)
      try equal(try await store.beginAttempt(first.deliveries[0].id, now: now), .superseded)
      let next = try await store.dueDeliveries(of: StoreWorld.logout, limit: 10, now: now)
      try equal(next.deliveries.map(\.id), [second])
    },
    StoreContractCase("one user's waiting delivery does not hold up another's") { store in
      let now = StoreWorld.at(.zero)
      for subject in ["a", "b", "c"] {
        try await store.enrol(subject, at: now, hooks: [StoreWorld.logout])
      }
      let some = try await store.dueDeliveries(of: StoreWorld.logout, limit: 2, now: now)
      try equal(some.deliveries.map(\.id.sequence), [1, 2])
      try equal(some.nextDue, now)
      _ = try await store.beginAttempt(some.deliveries[0].id, now: now)
      let rest = try await store.dueDeliveries(of: StoreWorld.logout, limit: 9, now: now)
      try equal(rest.deliveries.map(\.id.sequence), [2, 3])
      try equal(rest.nextDue, nil)
    },
    StoreContractCase("each hook has its own queue") { store in
      let now = StoreWorld.at(.zero)
      let audit = HookName("audit")
      try await store.enrol("u", at: now, hooks: [StoreWorld.logout, audit])
      let one = Delivery.ID(sequence: 1, hook: StoreWorld.logout)
      _ = try await store.beginAttempt(one, now: now)
      let other = try await store.dueDeliveries(of: audit, limit: 9, now: now)
      try equal(other.deliveries.map(\.id), [Delivery.ID(sequence: 1, hook: audit)])
    },
    StoreContractCase("an attempt whose end is not known is told as such the next time") { store in
      let now = StoreWorld.at(.zero)
      try await store.enrol("u", at: now, hooks: [StoreWorld.logout])
      let id = Delivery.ID(sequence: 1, hook: StoreWorld.logout)
      _ = try await store.beginAttempt(id, now: now)
      _ = try await store.finishAttempt(
        id, attempt: 1, outcome: AttemptOutcome(.unknown, detail: ""),
        disposition: .retry(at: now), now: now)
      guard case .begun(let facts) = try await store.beginAttempt(id, now: now) else {
        throw ContractBreach(description: "it must run again")
      }
      try equal(facts.previous, .unknown)
      try equal(facts.attempt, 2)
    },
    StoreContractCase("a delivery that does not exist is not due") { store in
      let none = Delivery.ID(sequence: 7, hook: StoreWorld.logout)
      try equal(try await store.beginAttempt(none, now: StoreWorld.at(.zero)), .notDue)
      let counted = try await store.finishAttempt(
        none, attempt: 1, outcome: AttemptOutcome(.done, detail: ""), disposition: .closed(.done),
        now: StoreWorld.at(.zero))
      try expect(counted == .passedOver, "nothing was there to finish")
    },
  ]
}
