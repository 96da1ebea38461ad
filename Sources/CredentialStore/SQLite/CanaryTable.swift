internal import CredentialCore
internal import SQLite

/// Reads and writes what was answered about canaries, and since when that freezes verdicts.
struct CanaryTable {
  let connection: Connection

  /// The canaries of every provider that were ever looked at.
  func read() throws -> [ProviderName: [Subject: Canary]] {
    let rows = try connection.rows(
      """
      SELECT p.name, c.subject, c.failing_since
      FROM canaries c JOIN providers p ON p.id = c.provider
      """
    ) { row in
      (
        ProviderName(validText: try row.text(0)), Subject(validBytes: try row.blob(1)),
        Canary(failingSince: try row.optionalMoment(2))
      )
    }
    var canaries: [ProviderName: [Subject: Canary]] = [:]
    for (name, subject, canary) in rows { canaries[name, default: [:]][subject] = canary }
    return canaries
  }

  /// The providers whose verdicts are frozen, and since when.
  func frozen() throws -> [ProviderName: Moment] {
    let rows = try connection.rows(
      "SELECT name, frozen_since FROM providers WHERE frozen_since IS NOT NULL"
    ) { (ProviderName(validText: try $0.text(0)), try $0.moment(1)) }
    return Dictionary(rows) { first, _ in first }
  }

  /// Writes what is not as in `before`.
  func write(_ book: ClientBook, before: ClientBook, of provider: Int64) throws {
    if book.frozenSince != before.frozenSince {
      try connection.run(
        "UPDATE providers SET frozen_since = ? WHERE id = ?", BoundValue(book.frozenSince),
        .integer(provider))
    }
    guard book.canaries != before.canaries else { return }
    for subject in before.canaries.keys where book.canaries[subject] == nil {
      try connection.run(
        "DELETE FROM canaries WHERE provider = ? AND subject = ?", .integer(provider),
        .blob(subject.bytes))
    }
    for (subject, canary) in book.canaries where canary != before.canaries[subject] {
      try connection.run(
        "INSERT OR REPLACE INTO canaries VALUES (?, ?, ?)", .integer(provider),
        .blob(subject.bytes), BoundValue(canary.failingSince))
    }
  }
}
