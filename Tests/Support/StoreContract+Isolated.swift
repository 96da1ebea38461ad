internal import CredentialCore

extension StoreContract {
  static let isolated = [
    StoreContractCase("an isolated answer that persists counts as a dead token") { store in
      for subject in ["a", "b", "c", "u"] { try await store.enrol(subject, at: at(0)) }
      for day in 1...4 {
        try await store.answer(good, at: at(day * 24))
        try await store.answer(["u": .isolated], at: at(day * 24 + 1))
        let grant = try await store.credential(StoreWorld.id("u"))?.grants.first
        try equal(grant?.isolated?.looks, day)
        try equal(grant?.isolated?.first, at(25))
        try equal(grant?.suspicion?.proofs.count ?? 0, max(0, day - 2))
      }
      let committed = try await store.answer(good, at: at(120))
      try equal(committed.flatMap(\.events).map(\.body.newState), [.revoked])
    }
  ]

  private static let good: [String: Answer] = [
    "a": .authorized, "b": .authorized, "c": .authorized,
  ]

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }
}
