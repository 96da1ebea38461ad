internal import CredentialCore

extension ProviderWatch {
  /// Returns when the rounds have turned once; waiting for news or the store is a turn.
  func turn() async { await withCheckedContinuation { turns.watch($0) } }

  /// Returns when what makes the looks has turned once.
  func lookerTurn() async { await provider.looker.turn() }

  /// Has due looks claimed; waiting for the store, which tells of its own trouble, is a turn.
  func claimFromStore(_ request: ClaimRequest) async throws -> ClaimBatch {
    turns.rest()
    defer { turns.work() }
    return try await store.claim(request)
  }

  /// Has a step of the search for stale users made; waiting for the store is a turn.
  func sweepStore(_ step: StaleSweep) async throws -> StalePage {
    turns.rest()
    defer { turns.work() }
    return try await store.sweepStale(step)
  }

  /// Reads the clocks and has the store told when the wall clock was stepped, so that whatever happens
  /// at the time that is returned is judged with that known.
  func noteClock() async throws -> Moment {
    let reading = time.clock()
    guard clock.isNews(reading) else { return reading.now }
    try await store.noteClock(reading)
    clock.note(reading)
    return reading.now
  }

  /// Has results committed; waiting for the store is a turn.
  func commitToStore(_ results: [LookResult]) async throws -> [Committed?] {
    turns.rest()
    defer { turns.work() }
    let now = try await noteClock()
    return try await store.commit(results, decider: decider, now: now)
  }
}
