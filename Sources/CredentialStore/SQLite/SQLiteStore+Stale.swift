package import CredentialCore
internal import SQLite

extension SQLiteStore {
  /// One step of the search for users whom nobody has confirmed for long: the reader searches, the
  /// writer is asked only when there is something to write.
  package func sweepStale(_ sweep: StaleSweep) async throws -> StalePage {
    guard let policy = sweep.decider.policies[sweep.provider] else {
      return StalePage(committed: [], next: nil, due: sweep.now + .seconds(3600))
    }
    let found = try await read { try StaleSearch(connection: $0).find(sweep, policy) }
    guard let found else {
      return StalePage(committed: [], next: nil, due: sweep.now + policy.interval)
    }
    var committed: [Committed] = []
    if !found.numbers.isEmpty || found.sweepFrom != nil {
      committed = try await write(.looks, now: sweep.now) { try $0.tellStale(found, sweep) }
    }
    return StalePage(committed: committed, next: found.next, due: found.due)
  }
}

extension SQLiteStore {
  /// Notes how the clocks stand; written at the first reading after a start of the machine and after a
  /// step.
  package func noteClock(_ reading: ClockReading) async throws {
    let known = try await read { try ClockTable(connection: $0).read() }
    var record = known ?? ClockRecord(reading)
    guard record.note(reading) || known == nil else { return }
    try await write(.looks, now: reading.now) { try $0.noteClock(reading) }
  }
}

extension WriterContext {
  fileprivate func noteClock(_ reading: ClockReading) throws {
    let table = ClockTable(connection: connection)
    let known = try table.read()
    var record = known ?? ClockRecord(reading)
    guard record.note(reading) || known == nil else { return }
    try table.write(record)
    for name in books.keys { books[name]?.clockStepped = record.stepped }
  }
}

extension WriterContext {
  /// Tells of the users that a search found, as their rows stand now.
  fileprivate func tellStale(_ found: StaleSearch.Finding, _ sweep: StaleSweep) throws
    -> [Committed]
  {
    if let moment = found.sweepFrom {
      try connection.run(
        "UPDATE providers SET sweep_from = ? WHERE id = ?", .moment(moment),
        .integer(found.provider))
    }
    var committed: [Committed] = []
    for number in found.numbers {
      guard var stored = try readable(number) else { continue }
      let before = stored.record
      let found = stored.record.findStale(
        decider: sweep.decider, among: books[sweep.provider] ?? ClientBook(), now: sweep.now)
      guard let decision = found else { continue }
      var told = Committed(
        events: try publish(decision.events, by: &stored, now: sweep.now),
        notices: decision.notices)
      try write(stored, before: before)
      told.stale = books[sweep.provider]?.stale
      committed.append(told)
    }
    return committed
  }
}
