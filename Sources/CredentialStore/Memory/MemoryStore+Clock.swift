package import CredentialCore

extension MemoryStore {
  /// Notes how the clocks stand.
  package func noteClock(_ reading: ClockReading) async throws {
    try step { state in
      guard var clock = state.clock else { return state.clock = ClockRecord(reading) }
      guard clock.note(reading) else { return }
      state.clock = clock
      for name in state.books.names { state.books[name]?.clockStepped = clock.stepped }
    }
  }
}
