internal import CredentialCore
internal import SQLite

/// Searches the rows, a range at a time, for users whom nobody has confirmed for long.
struct StaleSearch {
  /// What one step found, before anything is written.
  struct Finding {
    /// The provider's number.
    let provider: Int64
    /// Rows that are to be told of.
    var numbers: [Int64] = []
    /// The last row that was searched; nil when the round is over or has not begun.
    var next: Int64?
    /// The time of the next round, when it is to be stored.
    var sweepFrom: Moment?
    /// When the next step is made.
    var due: Moment
  }

  let connection: Connection

  /// So many rows are read in one step.
  private static let rowsInOneStep: Int64 = 5_000

  /// Searches for one step; nil when the provider has no users.
  func find(_ sweep: StaleSweep, _ policy: ProviderPolicy) throws -> Finding? {
    let stored = try connection.first(
      "SELECT id, sweep_from FROM providers WHERE name = ?", .text(sweep.provider.text)
    ) { (try $0.integer(0), try $0.optionalMoment(1)) }
    guard let (provider, planned) = stored else { return nil }
    let interval = policy.interval
    let begin = StaleRounds.begin(planned: planned, interval: interval, now: sweep.now)
    if sweep.after == nil, begin > sweep.now {
      return Finding(
        provider: provider, sweepFrom: begin == planned ? nil : begin, due: begin)
    }
    var finding = Finding(
      provider: provider, due: sweep.now + StaleRounds.pause(interval: interval))
    finding.numbers = try unconfirmed(
      provider, sweep, since: sweep.now - policy.staleAfter)
    finding.next = try end(of: finding.numbers, sweep)
    if finding.next == nil {
      finding.due = StaleRounds.next(interval: interval, now: sweep.now)
      finding.sweepFrom = finding.due
    }
    return finding
  }

  private func unconfirmed(_ provider: Int64, _ sweep: StaleSweep, since moment: Moment) throws
    -> [Int64]
  {
    let after = sweep.after ?? 0
    return try connection.rows(
      """
      SELECT c.id FROM credentials c CROSS JOIN credential_details d ON d.id = c.id
      WHERE c.id > ? AND c.id <= ? AND c.provider = ? AND c.state = 'authorized'
        AND c.claim_epoch IS NULL AND d.stale_since IS NULL
        AND coalesce(d.last_confirmed, d.since) <= ?
      ORDER BY c.id LIMIT ?
      """, .integer(after), .integer(after + Self.rowsInOneStep), .integer(provider),
      .moment(moment), .integer(Int64(max(1, sweep.limit)))
    ) { try $0.integer(0) }
  }

  /// Where the step ended; nil behind the last row.
  private func end(of numbers: [Int64], _ sweep: StaleSweep) throws -> Int64? {
    if numbers.count >= max(1, sweep.limit) { return numbers.last }
    let end = (sweep.after ?? 0) + Self.rowsInOneStep
    let last = try connection.first("SELECT max(id) FROM credentials") {
      try $0.optionalInteger(0) ?? 0
    }
    return end < last ?? 0 ? end : nil
  }
}
