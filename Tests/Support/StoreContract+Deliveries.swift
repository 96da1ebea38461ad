internal import CredentialCore

extension StoreContract {
  private static func due(_ store: any CredentialStore, _ now: Moment) async throws -> [Delivery] {
    try await store.dueDeliveries(of: StoreWorld.logout, limit: 10, now: now).deliveries
  }

  private static func facts(_ start: AttemptStart) throws -> AttemptFacts {
    guard case .begun(let facts) = start else {
      throw ContractBreach(description: "not begun: \(start)")
    }
    return facts
  }

  static let deliveries = [
    StoreContractCase("a delivery is started once and closed by its outcome") { store in
      let now = StoreWorld.at(.zero)
      try await store.enrol("u", at: now, hooks: [StoreWorld.logout])
      let delivery = try found(try await due(store, now).first)
      try equal(delivery.status, .pending)
      try equal(delivery.attempts, 0)
      let facts = try facts(try await store.beginAttempt(delivery.id, now: now))
      try equal(
        facts,
        AttemptFacts(
          attempt: 1, previous: nil, firstAttempt: now, stateNow: .authorized, others: []))
      try equal(try await store.beginAttempt(delivery.id, now: now), .notDue)
      try equal(try await due(store, now), [])
      try equal(try await store.openAttempts().map(\.id), [delivery.id])
      let done = try await store.finishAttempt(
        delivery.id, attempt: 1, outcome: AttemptOutcome(.done, detail: ""),
        disposition: .closed(.done), now: now)
      try expect(done == .recorded, "the outcome must count")
      let again = try await store.finishAttempt(
        delivery.id, attempt: 1, outcome: AttemptOutcome(.failed, detail: ""),
        disposition: .retry(at: now), now: now)
      try expect(again == .passedOver, "an outcome counts once")
      try equal(try await store.beginAttempt(delivery.id, now: now), .notDue)
      try equal(try await store.census().deliveries, [.done: 1])
    },
    StoreContractCase("a failed attempt is due again at its time, with a higher number") { store in
      let now = StoreWorld.at(.zero)
      try await store.enrol("u", at: now, hooks: [StoreWorld.logout])
      let id = try found(try await due(store, now).first).id
      _ = try facts(try await store.beginAttempt(id, now: now))
      let later = now + .seconds(30)
      _ = try await store.finishAttempt(
        id, attempt: 1, outcome: AttemptOutcome(.failed, detail: "exit status 1"),
        disposition: .retry(at: later), now: now)
      let waiting = try await store.dueDeliveries(of: StoreWorld.logout, limit: 10, now: now)
      try equal(waiting.deliveries, [])
      try equal(waiting.nextDue, later)
      try equal(try await store.beginAttempt(id, now: now), .notDue)
      let facts = try facts(try await store.beginAttempt(id, now: later))
      try equal(facts.attempt, 2)
      try equal(facts.previous, .failed)
      try equal(facts.firstAttempt, now)
      let stale = try await store.finishAttempt(
        id, attempt: 1, outcome: AttemptOutcome(.done, detail: ""), disposition: .closed(.done),
        now: later)
      try expect(stale == .passedOver, "an outcome of an earlier attempt closed a later one")
    },
    StoreContractCase("an attempt that did not run hides nothing of one that may have") { store in
      let now = StoreWorld.at(.zero)
      try await store.enrol("u", at: now, hooks: [StoreWorld.logout])
      let id = try found(try await due(store, now).first).id
      for (number, kind) in [AttemptOutcome.Kind.unknown, .notRun, .notStarted].enumerated() {
        _ = try facts(try await store.beginAttempt(id, now: now))
        _ = try await store.finishAttempt(
          id, attempt: number + 1, outcome: AttemptOutcome(kind, detail: ""),
          disposition: .retry(at: now), now: now)
      }
      try equal(try facts(try await store.beginAttempt(id, now: now)).previous, .unknown)
    },
    StoreContractCase("what a later event has undone is not run") { store in
      let start = StoreWorld.at(.zero)
      try await store.enrol("u", at: start, hooks: [StoreWorld.logout])
      let id = try found(try await due(store, start).first).id
      try await store.revoke(since: start)
      try equal(
        try await store.beginAttempt(id, now: start + StoreWorld.day * 3), .superseded)
      try equal(try await store.census().deliveries, [.superseded: 1])
    },
    StoreContractCase("what waits for a retry is closed as soon as its event is undone") { store in
      let start = StoreWorld.at(.zero)
      let undone = start + StoreWorld.hour * 64
      try await store.enrol("u", at: start, hooks: [StoreWorld.logout])
      let id = try found(try await due(store, start).first).id
      _ = try facts(try await store.beginAttempt(id, now: start))
      _ = try await store.finishAttempt(
        id, attempt: 1, outcome: AttemptOutcome(.failed, detail: ""),
        disposition: .retry(at: undone + StoreWorld.day), now: start)
      try equal(try await due(store, start + StoreWorld.hour * 60), [])
      try await store.revoke(since: start)
      try equal(try await due(store, undone).map(\.id), [id])
      try equal(try await store.beginAttempt(id, now: undone), .superseded)
      try equal(try await store.census().deliveries, [.superseded: 1])
    },
    StoreContractCase("an attempt that fails after its event was undone is the last") { store in
      let start = StoreWorld.at(.zero)
      try await store.enrol("u", at: start, hooks: [StoreWorld.logout])
      let id = try found(try await due(store, start).first).id
      _ = try facts(try await store.beginAttempt(id, now: start))
      try await store.revoke(since: start)
      let now = start + StoreWorld.day * 3
      let end = try await store.finishAttempt(
        id, attempt: 1, outcome: AttemptOutcome(.failed, detail: ""),
        disposition: .retry(at: now + StoreWorld.day), now: now)
      try equal(end, .superseded)
      try equal(try await store.census().deliveries, [.superseded: 1])
      let rest = try await store.dueDeliveries(of: StoreWorld.logout, limit: 10, now: now)
      try expect(rest.nextDue == nil, "it waits for \(String(describing: rest.nextDue))")
    },
    StoreContractCase("a hook is told the other users of the account") { store in
      let now = StoreWorld.at(.zero)
      _ = try await store.register(StoreWorld.registration("b", account: "joe"), now: now)
      _ = try await store.register(StoreWorld.registration("c", account: "Joe"), now: now)
      _ = try await store.register(StoreWorld.registration("d"), now: now)
      let batch = try await store.claim(StoreWorld.request(now))
      try await store.giveBack(batch.looks, now: now + StoreWorld.day)
      try await store.enrol("a", at: now, account: "joe", hooks: [StoreWorld.logout])
      let id = try found(try await due(store, now).first).id
      let facts = try facts(try await store.beginAttempt(id, now: now))
      try equal(
        facts.others, [AttemptFacts.Other(id: StoreWorld.id("b"), state: .unknown)])
    },
    StoreContractCase("a vanished hook's deliveries are orphaned, and wait again when it is back") {
      store in
      let now = StoreWorld.at(.zero)
      try await store.setHooks([StoreWorld.logout], now: now)
      try await store.enrol("u", at: now, hooks: [StoreWorld.logout])
      try await store.setHooks([HookName("new")], now: now)
      try equal(try await due(store, now), [])
      try equal(try await store.census().deliveries, [.orphaned: 1])
      try equal(try await store.orphanedDeliveries(), 1)
      let new = try await store.dueDeliveries(of: HookName("new"), limit: 9, now: now)
      try expect(new.deliveries.isEmpty, "a new hook begins with the next event")
      try await store.setHooks([StoreWorld.logout, HookName("new")], now: now)
      try equal(try await due(store, now).count, 1)
    },
  ]
}
