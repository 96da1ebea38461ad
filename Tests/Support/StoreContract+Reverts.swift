internal import CredentialCore

extension StoreContract {
  static let reverts = [
    StoreContractCase(
      "a revocation that is taken back names the one it undoes; its hook is not run"
    ) { store in
      try await store.enrol("u", at: at(0), hooks: hooks)
      try await store.revoke(since: at(0), hooks: hooks)
      let done = try await revert(store, since: at(24), at: at(65))
      try equal(done.map(\.users), [1])
      let event = try found(done.first?.committed.events.first)
      try equal(event.body.undoes, 2)
      try equal(event.body.newState, .authorized)
      try equal(event.body.reason, .reverted)
      try equal(event.body.action, .none)
      let credential = try found(try await store.credential(user))
      try equal(credential.grants.map(\.status), [.live])
      try equal(credential.stateEvent, event.sequence)
      let id = Delivery.ID(sequence: 2, hook: StoreWorld.logout)
      let first = Delivery.ID(sequence: 1, hook: StoreWorld.logout)
      try await close(store, first)
      try equal(try await store.beginAttempt(id, now: at(65)), .superseded)
      let looks = try await store.claim(StoreWorld.request(at(68))).looks
      try equal(looks.map(\.credential), [user])
      try equal(try await revert(store, since: at(24), at: at(66)).map(\.users), [])
    },
    StoreContractCase("of a revocation that was taken back no hook is run when another follows") {
      store in
      try await store.enrol("u", at: at(0), hooks: hooks)
      try await close(store, Delivery.ID(sequence: 1, hook: StoreWorld.logout))
      try await store.revoke(since: at(0), hooks: hooks)
      try equal(try await revert(store, since: at(24), at: at(65)).map(\.users), [1])
      for hours in [89, 109, 129] {
        _ = try await store.look(.dead(.tokenDead), at: at(hours), hooks: hooks)
      }
      try equal(try await store.credential(user)?.state, .revoked)
      let second = try found(try await store.credential(user)?.stateEvent)
      let first = Delivery.ID(sequence: 2, hook: StoreWorld.logout)
      try equal(try await store.beginAttempt(first, now: at(130)), .superseded)
      try await close(store, Delivery.ID(sequence: second - 1, hook: StoreWorld.logout))
      let last = Delivery.ID(sequence: second, hook: StoreWorld.logout)
      let begun = try await store.beginAttempt(last, now: at(130))
      try expect(begun != .superseded && begun != .notDue, "the event in force is \(begun)")
    },
    StoreContractCase("where every token was destroyed the state is unknown, until a sign-in") {
      store in
      try await store.enrol("u", at: at(0))
      try await store.revoke(since: at(0))
      try await store.look(.dead(.tokenDead), at: at(64 + 24))
      try await store.look(.dead(.tokenDead), at: at(64 + 72))
      try await store.look(.dead(.tokenDead), at: at(64 + 168))
      try equal(try await store.credential(user)?.grants.count, 0)
      let done = try await revert(store, since: at(24), at: at(300))
      try equal(done.flatMap(\.committed.events).map(\.body.newState), [.unknown])
      try equal(try await store.credential(user)?.reason, .reverted)
      try await store.enrol("u", at: at(301))
      try equal(try await store.credential(user)?.state, .authorized)
    },
    StoreContractCase("what was decided before, or is undone already, is not taken back") { store in
      try await store.enrol("u", at: at(0))
      try await store.revoke(since: at(0))
      try equal(try await revert(store, since: at(65), at: at(66)).map(\.users), [])
      try await store.enrol("u", at: at(70))
      try equal(try await revert(store, since: at(0), at: at(71)).map(\.users), [])
      let step = RevertStep([2, 99], entry: entry(.revert, StoreWorld.apple, at: at(71)), row: nil)
      let done = try await store.revert(step, decider: StoreWorld.decider(), now: at(71))
      try equal(done.users, 0)
    },
    StoreContractCase("of a request to sign in that is taken back the hook is not run either") {
      store in
      var policy = StoreWorld.policy
      policy.deadToken = .reauthenticate
      try await store.enrol("u", at: at(0))
      for hours in [24, 44, 64] {
        let look = try found(
          try await store.claim(StoreWorld.request(at(hours), limit: 1)).looks.first)
        _ = try await store.commit(
          [StoreWorld.result(look, .dead(.tokenDead), at: at(hours))],
          decider: StoreWorld.decider(hooks: hooks, policy: policy), now: at(hours))
      }
      try equal(try await store.credential(user)?.state, .unknown)
      let done = try await revert(store, since: at(24), at: at(65))
      try equal(done.flatMap(\.committed.events).map(\.body.undoes), [2])
      let id = Delivery.ID(sequence: 2, hook: StoreWorld.logout)
      try equal(try await store.beginAttempt(id, now: at(65)), .superseded)
    },
  ]

  private static let user = StoreWorld.id("u")
  private static let hooks = [StoreWorld.logout]

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  /// Has the delivery of an earlier event done.
  private static func close(_ store: any CredentialStore, _ id: Delivery.ID) async throws {
    _ = try await store.beginAttempt(id, now: at(65))
    _ = try await store.finishAttempt(
      id, attempt: 1, outcome: AttemptOutcome(.done, detail: ""), disposition: .closed(.done),
      now: at(65))
  }

  /// Takes back all that can be.
  private static func revert(
    _ store: any CredentialStore, since: Moment, at now: Moment
  ) async throws -> [HoldPage] {
    let selection = RevertSelection(provider: StoreWorld.apple, since: since)
    let found = try await store.revertible(selection, after: 0)
    try equal(found.next, nil)
    guard !found.events.isEmpty else { return [] }
    let step = RevertStep(
      found.events.map(\.sequence), entry: entry(.revert, StoreWorld.apple, at: now), row: nil)
    return [
      try await store.revert(
        step, decider: StoreWorld.decider(hooks: [StoreWorld.logout]), now: now)
    ]
  }
}
