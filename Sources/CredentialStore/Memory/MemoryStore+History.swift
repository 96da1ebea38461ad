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
  /// Adds to a user's history, or counts with the newest entry what says the same; what is too much
  /// goes.
  func note(_ news: HistoryEntry, in entry: inout Entry) {
    guard keepsHistory else { return }
    if let whole = entry.history.last?.absorbing(news) {
      entry.history[entry.history.count - 1] = whole
      return
    }
    entry.history.append(news)
    let surplus = HistoryBounds.surplus(isRoutine: entry.history.map(\.isRoutine))
    for index in surplus.reversed() { entry.history.remove(at: index) }
    entry.leftOut += surplus.count
  }
}
