package import CredentialCore

extension MemoryStore {
  /// Takes the brake off and makes looks due.
  package func release(_ provider: ProviderName, after: Int64?, limit: Int, now: Moment)
    async throws -> ReleasePage
  {
    try step { state in
      if after == nil { state.books[provider]?.releaseBrakes(at: now) }
      let waiting = state.entries.values
        .filter { $0.record.credential.id.provider == provider && $0.record.isBraked }
        .filter { $0.number > after ?? 0 }
        .sorted { $0.number < $1.number }.prefix(max(1, limit))
      for entry in waiting {
        var entry = entry
        entry.record.release(now: now)
        state.note(HistoryEntry(.released, at: now), in: &entry)
        state.entries[entry.record.credential.id] = entry
      }
      return ReleasePage(
        released: waiting.count, next: waiting.count < limit ? nil : waiting.last?.number)
    }
  }

  /// Drops a verdict that is kept back.
  package func discard(_ id: CredentialID, now: Moment) async throws -> DiscardOutcome {
    try step { state in
      guard var entry = state.entries[id] else { return .notFound }
      guard entry.record.discard() else { return .notHeld }
      state.note(HistoryEntry(.discarded, at: now), in: &entry)
      state.keep(entry)
      return .discarded
    }
  }

  /// What the grants of each client of a provider amount to.
  package func clients(of provider: ProviderName) async throws -> ClientBook {
    try step { $0.books[provider] ?? ClientBook() }
  }
}
