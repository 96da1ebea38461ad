internal import CredentialCore

extension StoreContract {
  static let canaries = [
    StoreContractCase("most canaries failing keeps verdicts back until they are well again") {
      store in
      for subject in ["a", "b", "c", "u", "v"] { try await store.enrol(subject, at: at(0)) }
      let first = try await store.answer(["a": dead, "b": dead, "u": dead], at: at(24), by: rules)
      try equal(first.count { $0.hasCanaryNews }, 2)
      try equal(try await book(store).frozenSince, at(24))
      try equal(try await book(store).failing(of: subjects(["a", "b"])).count, 2)
      try await store.answer(["v": .authorized], at: at(25), by: rules)
      try await store.answer(["u": dead], at: at(44), by: rules)
      let held = try await store.answer(["c": .authorized], at: at(45), by: rules)
      try equal(held.flatMap(\.events).count, 0)
      try equal(held.flatMap(\.notices).map(\.kind), [.verdictWithheld])
      let well = try await store.answer(
        ["a": .authorized, "b": .authorized], at: at(48), by: rules)
      try equal(well.map(\.hasCanaryNews), [true, true])
      try equal(well.flatMap(\.events).count, 0)
      try equal(try await book(store).frozenSince, nil)
      try await store.answer(["u": dead], at: at(72), by: rules)
      let turned = try await store.answer(["v": .authorized], at: at(73), by: rules)
      try equal(turned.flatMap(\.events).map(\.body.newState), [.revoked])
    },
    StoreContractCase("a canary that is forgotten is no canary any more") { store in
      for subject in ["a", "b", "u"] { try await store.enrol(subject, at: at(0)) }
      try await store.answer(["a": dead, "b": dead], at: at(24), by: rules)
      _ = try await store.forget(StoreWorld.id("a"), force: true, now: at(25))
      try equal(try await book(store).canaries.count, 1)
    },
  ]

  private static let dead = Answer.dead(.tokenDead)

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  private static func book(_ store: any CredentialStore) async throws -> ClientBook {
    try await store.clients(of: StoreWorld.apple)
  }

  private static func subjects(_ texts: [String]) -> [Subject] {
    texts.map { StoreWorld.id($0).subject }
  }

  /// The rules with two canaries.
  private static var rules: Decider {
    var policy = StoreWorld.policy
    policy.canaries = subjects(["a", "b"])
    return Decider(policies: [StoreWorld.apple: policy], hooks: [])
  }
}
