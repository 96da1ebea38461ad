internal import CredentialCore

extension StoreContract {
  static let pauses = [
    StoreContractCase("while paused a verdict is held; after the end a fresh look turns the user") {
      store in
      try await crowd(store)
      let pause = try await store.pause(entry(.pause, StoreWorld.apple, at: at(1)), now: at(1))
      try equal(pause, Pause(since: at(1), by: Caller(uid: 7), reason: "a test"))
      let later = try await store.pause(entry(.pause, StoreWorld.apple, at: at(2)), now: at(2))
      try equal(later, pause)
      try await prove(store)
      try equal(try await store.census().holds, [StoreWorld.apple: [.pause: 1]])
      try equal(try await store.credential(user)?.state, .authorized)
      let pages = try await store.settleAll(.resume, .lookAgain, ending: .pause, at: at(50))
      try equal(pages.map(\.users), [1])
      try equal(try await store.restraints(), Restraints(baselines: baselines(at(0))))
      try await store.answer(["u": .dead(.tokenDead)], at: at(50))
      try equal(try await store.credential(user)?.state, .authorized)
      let committed = try await store.answer(["b": .authorized], at: at(73))
      try equal(committed.flatMap(\.events).map(\.body.credential), [user])
      try equal(try await store.credential(user)?.state, .revoked)
    },
    StoreContractCase("a pause of all holds for a provider that comes later; its end leaves others")
    { store in
      _ = try await store.pause(entry(.pause, nil, at: at(0)), now: at(0))
      _ = try await store.pause(entry(.pause, StoreWorld.apple, at: at(0)), now: at(0))
      try await crowd(store)
      try await prove(store)
      let none = try await store.settleAll(
        .resume, .lookAgain, ending: .pause, provider: nil, at: at(50))
      try equal(none.map(\.users), [0])
      try expect(try await store.restraints().everywhere == nil, "the pause of all is over")
      try expect(try await store.restraints().pauses[StoreWorld.apple] != nil, "this one stays")
      let all = try await store.settleAll(.resume, .lookAgain, ending: .pause, at: at(51))
      try equal(all.map(\.users), [1])
      let again = try await store.settleAll(.resume, .lookAgain, ending: .pause, at: at(51))
      try equal(again.map(\.users), [1])
      try equal(try await store.credential(user)?.grants.first?.suspicion?.proofs.count, 1)
    },
    StoreContractCase("while paused a token that never worked is kept and told once") { store in
      _ = try await store.pause(entry(.pause, nil, at: at(0)), now: at(0))
      _ = try await store.register(StoreWorld.registration("u"), now: at(0))
      let first = try await store.look(.dead(.tokenDead), at: at(0))
      try equal(first.notices.map { $0.fields["cause"] }, [.text("pause")])
      let second = try await store.look(.dead(.tokenDead), at: at(24))
      try expect(second.notices.isEmpty && second.events.isEmpty, "told once")
      _ = try await store.settleAll(
        .resume, .lookAgain, ending: .pause, provider: nil, at: at(25))
      let third = try await store.look(.dead(.tokenDead), at: at(25))
      try equal(third.events.map(\.body.kind), [.grantLost])
    },
  ]

  private static let user = StoreWorld.id("u")

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  static func entry(
    _ verb: AuditVerb, _ provider: ProviderName?, at now: Moment
  ) -> AuditEntry {
    AuditEntry(verb, by: Caller(uid: 7), provider: provider, reason: "a test", at: now)
  }

  private static func baselines(_ now: Moment) -> [ProviderName: Baseline] {
    [StoreWorld.apple: Baseline(since: now)]
  }

  /// Signs four users in.
  private static func crowd(_ store: any CredentialStore) async throws {
    for subject in ["a", "b", "c", "u"] { try await store.enrol(subject, at: at(0)) }
  }

  /// Has the token of u answered as dead twice, each time with a witness; proven at hour 49.
  private static func prove(_ store: any CredentialStore) async throws {
    for (dead, well) in [(24, 25), (44, 49)] {
      try await store.answer(["u": .dead(.tokenDead)], at: at(dead))
      try await store.answer(["a": .authorized], at: at(well))
    }
  }
}
