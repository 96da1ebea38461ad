package import CredentialCore

extension StoreContract {
  static let clock = [
    StoreContractCase("a step of the wall clock confirms nothing; without one the same looks do") {
      store in
      try await crowd(store)
      try await store.noteClock(StoreWorld.reading(at(24)))
      try await store.answer(["u": .dead(.tokenDead)], at: at(24))
      try await store.answer(["a": .authorized], at: at(25))
      try await store.noteClock(StoreWorld.reading(at(48), ahead: StoreWorld.hour * 23))
      try await store.answer(["u": .dead(.tokenDead)], at: at(48))
      try await store.answer(["b": .authorized], at: at(49))
      try equal(try await store.credential(StoreWorld.id("u"))?.state, .authorized)
      try await store.noteClock(StoreWorld.reading(at(72), ahead: StoreWorld.hour * 23))
      try await store.answer(["u": .dead(.tokenDead)], at: at(72))
      let committed = try await store.answer(["c": .authorized], at: at(73))
      try equal(committed.flatMap(\.events).map(\.body.newState), [.revoked])
    }
  ]

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  /// Signs four users in.
  private static func crowd(_ store: any CredentialStore) async throws {
    try await store.noteClock(StoreWorld.reading(at(0)))
    for subject in ["a", "b", "c", "u"] { try await store.enrol(subject, at: at(0)) }
  }
}

extension StoreWorld {
  /// The clocks at a time, the wall clock being so far ahead of where it was at the start.
  package static func reading(
    _ now: Moment, ahead: Duration = .zero, boot: String = "first"
  ) -> ClockReading {
    ClockReading(now: now, origin: at(.zero) + ahead, boot: boot)
  }
}
