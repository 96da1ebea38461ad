package import CredentialCore

extension MemoryStore {
  /// How a credential came to be as it is.
  package func history(of id: CredentialID) async throws -> CredentialHistory? {
    try step { state in
      guard let entry = state.entries[id] else { return nil }
      var history = entry.record.history
      (history.entries, history.leftOut) = (entry.history, entry.leftOut)
      history.events = state.events.filter { $0.body.credential == id }
        .suffix(HistoryBounds.events)
      let numbers = Set(history.events.map(\.sequence))
      history.deliveries = state.deliveries.values.filter { numbers.contains($0.id.sequence) }
        .sorted { ($0.id.sequence, $0.id.hook) < ($1.id.sequence, $1.id.hook) }.map(\.story)
      return history
    }
  }
}

extension MemoryState {
  /// Adds to a user's history, where one is kept.
  func note(_ news: HistoryEntry, in entry: inout Entry) {
    if keepsHistory { entry.note(news) }
  }
}

extension MemoryState.Entry {
  /// Adds to the history, or counts with the newest entry what says the same; what is too much goes.
  mutating func note(_ news: HistoryEntry) {
    if let whole = history.last?.absorbing(news) {
      history[history.count - 1] = whole
      return
    }
    history.append(news)
    let surplus = HistoryBounds.surplus(isRoutine: history.map(\.isRoutine))
    for index in surplus.reversed() { history.remove(at: index) }
    leftOut += surplus.count
  }
}
