internal import CredentialCore
internal import SQLite

/// Reads and writes what is kept of a credential's history; few rows each, and a row that cannot be
/// read costs itself only.
struct EvidenceTable {
  let connection: Connection

  /// One row: its number, and what it says when it can be read.
  private struct Kept {
    let number: Int64
    let entry: HistoryEntry?
  }

  /// Adds an entry, or counts it with the newest one when that says the same; what is too much goes.
  func note(_ entry: HistoryEntry, of credential: Int64) throws {
    let kept = try rows(of: credential)
    if let newest = kept.last, let whole = newest.entry?.absorbing(entry) {
      try connection.run(
        "UPDATE evidence SET looks = ?, last = ? WHERE credential = ? AND entry = ?",
        .integer(Int64(whole.looks)), .moment(whole.last), .integer(credential),
        .integer(newest.number))
      return
    }
    try insert(entry, as: (kept.last?.number ?? 0) + 1, of: credential)
    let isRoutine = kept.map { $0.entry?.isRoutine ?? true } + [entry.isRoutine]
    for index in HistoryBounds.surplus(isRoutine: isRoutine) where index < kept.count {
      try connection.run(
        "DELETE FROM evidence WHERE credential = ? AND entry = ?", .integer(credential),
        .integer(kept[index].number))
    }
  }

  /// What is kept, the oldest first; how many older entries are gone; how many cannot be read.
  func read(of credential: Int64) throws -> (
    entries: [HistoryEntry], leftOut: Int, unreadable: Int
  ) {
    let kept = try rows(of: credential)
    let entries = kept.compactMap(\.entry)
    return (
      entries, Int(kept.last?.number ?? 0) - kept.count, kept.count - entries.count
    )
  }

  private func rows(of credential: Int64) throws -> [Kept] {
    try connection.rows(
      """
      SELECT entry, at, kind, epoch, client, purpose, answer, outline, rule, since, until, detail,
        looks, last
      FROM evidence WHERE credential = ? ORDER BY entry
      """, .integer(credential)
    ) { row in Kept(number: try row.integer(0), entry: try? Self.entry(row)) }
  }

  private static func entry(_ row: Row) throws -> HistoryEntry {
    var entry = HistoryEntry(try row.word(2, HistoryEntry.Kind.self), at: try row.moment(1))
    entry.epoch = try row.optionalInteger(3).map { Epoch($0) }
    entry.client = row.isNull(4) ? nil : ClientID(validBytes: try row.blob(4))
    entry.purpose = try row.optionalWord(5, LookPurpose.self)
    entry.answer = try row.optionalText(6)
    entry.evidence = try row.optionalText(7).map { Evidence($0) }
    if let rule = try row.optionalWord(8, Rule.self) {
      entry.ground = Ground(
        rule, since: try row.optionalMoment(9), until: try row.optionalMoment(10),
        detail: try row.optionalText(11))
    }
    entry.looks = Int(try row.integer(12))
    entry.last = try row.moment(13)
    return entry
  }

  private func insert(_ entry: HistoryEntry, as number: Int64, of credential: Int64) throws {
    try connection.run(
      "INSERT INTO evidence VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      .integer(credential), .integer(number), .moment(entry.at), .text(entry.kind.rawValue),
      BoundValue(entry.epoch?.number), BoundValue(entry.client?.bytes),
      BoundValue(word: entry.purpose), BoundValue(entry.answer),
      BoundValue(entry.evidence?.summary), BoundValue(word: entry.ground?.rule),
      BoundValue(entry.ground?.since), BoundValue(entry.ground?.until),
      BoundValue(entry.ground?.detail), .integer(Int64(entry.looks)), .moment(entry.last))
  }
}
