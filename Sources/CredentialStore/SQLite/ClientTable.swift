internal import CredentialCore
internal import SQLite

/// Reads and writes the rows of clients: what the grants of each amount to, what their looks said lately.
struct ClientTable {
  let connection: Connection

  /// Which client of which provider.
  private struct Key: Hashable {
    let provider: ProviderName
    let client: ClientID
  }

  /// The standings of every provider's clients.
  func read() throws -> [ProviderName: ClientBook] {
    let tallies = try readTallies()
    let rows = try connection.rows(
      """
      SELECT p.name, c.client, c.members, c.awaiting, c.brake_since, c.brake_limit, c.brake_count,
        c.brake_opened, c.brake_sampled, c.brake_sample, c.stale, c.freed,
        c.brake_cleared, c.suspected
      FROM clients c JOIN providers p ON p.id = c.provider
      """
    ) { row in
      let key = try Self.key(row)
      return (
        key,
        ClientStanding(
          members: Int(try row.integer(2)), awaiting: Int(try row.integer(3)),
          suspected: Int(try row.integer(13)), stale: Int(try row.integer(10)),
          tally: Tally(tallies[key] ?? [:]),
          brake: try Self.brake(row),
          freed: try row.optionalMoment(11))
      )
    }
    var standings: [ProviderName: [ClientID: ClientStanding]] = [:]
    for (key, standing) in rows { standings[key.provider, default: [:]][key.client] = standing }
    let table = CanaryTable(connection: connection)
    let (canaries, frozen) = (try table.read(), try table.frozen())
    let stepped = try ClockTable(connection: connection).read()?.stepped
    let pushes = try PushTable(connection: connection).standings()
    var books: [ProviderName: ClientBook] = [:]
    for name in Set(standings.keys).union(canaries.keys).union(frozen.keys).union(pushes.keys) {
      books[name] = ClientBook(
        standings[name] ?? [:], canaries: canaries[name] ?? [:], frozenSince: frozen[name],
        clockStepped: stepped, pushes: pushes[name] ?? PushStanding())
    }
    return books
  }

  /// The clients of one provider and how many members each has.
  func clients(of provider: Int64) throws -> [(id: ClientID, members: Int)] {
    try connection.rows(
      "SELECT client, members FROM clients WHERE provider = ?", .integer(provider)
    ) { (ClientID(validBytes: try $0.blob(0)), Int(try $0.integer(1))) }
  }

  private func readTallies() throws -> [Key: [Tally.Span: [Tally.Slice]]] {
    var tallies: [Key: [Tally.Span: [Tally.Slice]]] = [:]
    let rows = try connection.rows(
      """
      SELECT p.name, s.client, s.span, s.start, s.verdicts, s.suspicions, s.turns,
        s.isolated
      FROM client_slices s JOIN providers p ON p.id = s.provider ORDER BY s.start
      """
    ) { row in
      let counts = Tally.Counts(
        verdicts: Int(try row.integer(4)), suspicions: Int(try row.integer(5)),
        turns: Int(try row.integer(6)), isolated: Int(try row.integer(7)))
      return (
        try Self.key(row), try row.word(2, Tally.Span.self),
        Tally.Slice(start: try row.moment(3), counts: counts)
      )
    }
    for (key, span, slice) in rows { tallies[key, default: [:]][span, default: []].append(slice) }
    return tallies
  }

  private static func key(_ row: Row) throws -> Key {
    Key(
      provider: ProviderName(validText: try row.text(0)),
      client: ClientID(validBytes: try row.blob(1)))
  }

  private static func brake(_ row: Row) throws -> Brake? {
    guard let since = try row.optionalMoment(4) else { return nil }
    return Brake(
      since: since, limit: try row.word(5, Brake.Limit.self), count: Int(try row.integer(6)),
      opened: Int(try row.integer(7)),
      cleared: Int(try row.integer(12)), sampled: Int(try row.integer(8)),
      sample: UInt32(clamping: try row.integer(9)))
  }

  /// Writes the standings of a provider that are not as in `before`.
  func write(_ book: ClientBook, before: ClientBook, of provider: Int64) throws {
    for (client, standing) in book.standings where standing != before.standings[client] {
      try write(standing, of: client, provider)
      try write(standing.tally, before: before[client].tally, of: client, provider)
    }
    try CanaryTable(connection: connection).write(book, before: before, of: provider)
    try PushTable(connection: connection).write(book.pushes, before: before.pushes, of: provider)
  }

  private func write(_ standing: ClientStanding, of client: ClientID, _ provider: Int64) throws {
    let brake = standing.brake
    let count = { (number: Int?) in BoundValue(number.map { Int64($0) }) }
    try connection.run(
      """
      INSERT INTO clients(provider, client, members, awaiting, brake_since, brake_limit,
        brake_count, brake_opened, brake_sampled, brake_sample, stale, freed,
        brake_cleared, suspected)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET members = excluded.members, awaiting = excluded.awaiting,
        stale = excluded.stale, freed = excluded.freed,
        brake_cleared = excluded.brake_cleared, suspected = excluded.suspected,
        brake_since = excluded.brake_since, brake_limit = excluded.brake_limit,
        brake_count = excluded.brake_count, brake_opened = excluded.brake_opened,
        brake_sampled = excluded.brake_sampled, brake_sample = excluded.brake_sample
      """, .integer(provider), .blob(client.bytes), .integer(Int64(standing.members)),
      .integer(Int64(standing.awaiting)), BoundValue(brake?.since), BoundValue(word: brake?.limit),
      count(brake?.count), count(brake?.opened), count(brake?.sampled),
      BoundValue(brake.map { Int64($0.sample) }), .integer(Int64(standing.stale)),
      BoundValue(standing.freed), count(brake?.cleared), .integer(Int64(standing.suspected)))
  }

  private func write(
    _ tally: Tally, before: Tally, of client: ClientID, _ provider: Int64
  ) throws {
    for span in Tally.Span.allCases {
      let (now, old) = (tally.slices(span), before.slices(span))
      for slice in old where !now.contains(where: { $0.start == slice.start }) {
        try connection.run(
          "DELETE FROM client_slices WHERE provider = ? AND client = ? AND span = ? AND start = ?",
          .integer(provider), .blob(client.bytes), .text(span.rawValue), .moment(slice.start))
      }
      for slice in now where !old.contains(slice) {
        try connection.run(
          "INSERT OR REPLACE INTO client_slices VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
          .integer(provider),
          .blob(client.bytes), .text(span.rawValue), .moment(slice.start),
          .integer(Int64(slice.counts.verdicts)), .integer(Int64(slice.counts.suspicions)),
          .integer(Int64(slice.counts.turns)), .integer(Int64(slice.counts.isolated)))
      }
    }
  }
}
