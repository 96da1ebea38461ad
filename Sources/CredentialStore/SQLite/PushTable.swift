internal import CredentialCore
internal import SQLite

/// Reads and writes which pushes were seen, and what those of each provider amount to.
struct PushTable {
  let connection: Connection

  /// The rule that decided on a push when it was seen first; nil when it was not, or is forgotten.
  func seen(_ id: [UInt8]) throws -> Rule? {
    try connection.first("SELECT rule FROM pushes_seen WHERE id = ?", .blob(id)) {
      try $0.word(0, Rule.self)
    }
  }

  /// Remembers a push.
  func note(_ id: [UInt8], _ rule: Rule, now: Moment) throws {
    try connection.run(
      "INSERT INTO pushes_seen(id, at, rule) VALUES (?, ?, ?)", .blob(id), .moment(now),
      .text(rule.rawValue))
  }

  /// Forgets those that are remembered for long enough, and the oldest of too many.
  func forgetOldest(now: Moment) throws {
    try connection.run(
      "DELETE FROM pushes_seen WHERE at < ?", .moment(now - PushMemory.span))
    try connection.run(
      "DELETE FROM pushes_seen WHERE number <= (SELECT max(number) FROM pushes_seen) - ?",
      .integer(Int64(PushMemory.most)))
  }

  /// What the pushes of each provider amount to, where there were any.
  func standings() throws -> [ProviderName: PushStanding] {
    var slices: [ProviderName: [Tally.Span: [Tally.Slice]]] = [:]
    let rows = try connection.rows(
      """
      SELECT p.name, s.span, s.start, s.turns
      FROM push_slices s JOIN providers p ON p.id = s.provider ORDER BY s.start
      """
    ) { row in
      let counts = Tally.Counts(turns: Int(try row.integer(3)))
      return (
        ProviderName(validText: try row.text(0)), try row.word(1, Tally.Span.self),
        Tally.Slice(start: try row.moment(2), counts: counts)
      )
    }
    for (name, span, slice) in rows { slices[name, default: [:]][span, default: []].append(slice) }
    var standings = slices.mapValues { PushStanding(tally: Tally($0)) }
    for (name, brake) in try brakes() { standings[name, default: PushStanding()].brake = brake }
    for (name, heard) in try heard() { standings[name, default: PushStanding()].heard = heard }
    return standings
  }

  private func heard() throws -> [(ProviderName, Moment)] {
    try connection.rows("SELECT name, push_heard FROM providers WHERE push_heard IS NOT NULL") {
      (ProviderName(validText: try $0.text(0)), try $0.moment(1))
    }
  }

  private func brakes() throws -> [(ProviderName, PushBrake)] {
    try connection.rows(
      """
      SELECT name, push_brake_since, push_brake_limit FROM providers
      WHERE push_brake_since IS NOT NULL
      """
    ) { row in
      (
        ProviderName(validText: try row.text(0)),
        PushBrake(since: try row.moment(1), limit: Int(try row.integer(2)))
      )
    }
  }

  /// Writes what is not as in `before`.
  func write(_ standing: PushStanding, before: PushStanding, of provider: Int64) throws {
    if standing.brake != before.brake {
      try connection.run(
        "UPDATE providers SET push_brake_since = ?, push_brake_limit = ? WHERE id = ?",
        BoundValue(standing.brake?.since), BoundValue(standing.brake.map { Int64($0.limit) }),
        .integer(provider))
    }
    if standing.heard != before.heard {
      try connection.run(
        "UPDATE providers SET push_heard = ? WHERE id = ?", BoundValue(standing.heard),
        .integer(provider))
    }
    guard standing.tally != before.tally else { return }
    for span in Tally.Span.allCases {
      try write(
        standing.tally.slices(span), before: before.tally.slices(span), span, provider)
    }
  }

  private func write(
    _ slices: [Tally.Slice], before: [Tally.Slice], _ span: Tally.Span, _ provider: Int64
  ) throws {
    for slice in before where !slices.contains(where: { $0.start == slice.start }) {
      try connection.run(
        "DELETE FROM push_slices WHERE provider = ? AND span = ? AND start = ?",
        .integer(provider), .text(span.rawValue), .moment(slice.start))
    }
    for slice in slices where !before.contains(slice) {
      try connection.run(
        "INSERT OR REPLACE INTO push_slices VALUES (?, ?, ?, ?)", .integer(provider),
        .text(span.rawValue), .moment(slice.start), .integer(Int64(slice.counts.turns)))
    }
  }
}
