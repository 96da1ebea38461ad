package import CredentialCore

extension MemoryStore {
  /// One step of the search for users whom nobody has confirmed for long.
  package func sweepStale(_ sweep: StaleSweep) async throws -> StalePage {
    try step { state in
      guard let policy = sweep.decider.policies[sweep.provider] else {
        return StalePage(committed: [], next: nil, due: sweep.now + .seconds(3600))
      }
      if sweep.after == nil {
        let begin = StaleRounds.begin(
          planned: state.sweepFrom[sweep.provider], interval: policy.interval, now: sweep.now)
        state.sweepFrom[sweep.provider] = begin
        guard begin <= sweep.now else { return StalePage(committed: [], next: nil, due: begin) }
      }
      let page = state.findStale(sweep)
      guard page.next == nil else {
        let due = sweep.now + StaleRounds.pause(interval: policy.interval)
        return StalePage(committed: page.committed, next: page.next, due: due)
      }
      let next = StaleRounds.next(interval: policy.interval, now: sweep.now)
      state.sweepFrom[sweep.provider] = next
      return StalePage(committed: page.committed, next: nil, due: next)
    }
  }
}

extension MemoryState {
  /// Tells of stale users beyond a number, in the order of numbers, at most `limit`.
  fileprivate mutating func findStale(_ sweep: StaleSweep) -> (
    committed: [Committed], next: Int64?
  ) {
    guard let policy = sweep.decider.policy(of: sweep.provider) else { return ([], nil) }
    var committed: [Committed] = []
    var number = sweep.after ?? 0
    while let row = entries.firstStale(
      from: number + 1, of: sweep.provider, confirmedBy: sweep.now - policy.staleAfter)
    {
      number = row
      guard var entry = entries[number: row],
        let decision = entry.record.findStale(
          decider: sweep.decider, among: books[sweep.provider] ?? ClientBook(), now: sweep.now)
      else { continue }
      var found = Committed(
        events: publish(decision.events, by: &entry, now: sweep.now), notices: decision.notices)
      keep(entry)
      found.stale = books[sweep.provider]?.stale
      committed.append(found)
      if committed.count >= max(1, sweep.limit) { return (committed, row) }
    }
    return (committed, nil)
  }
}
