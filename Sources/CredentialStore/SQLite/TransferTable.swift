internal import CredentialCore
internal import SQLite

/// Reads and writes what is known of users' moves to another team, and the steps that go on.
struct TransferTable {
  let connection: Connection

  /// Whom a move concerns: those it has mapped, and of the others those whose sessions may go on and
  /// who are not of the receiving team. `?1` is the provider, `?2` when the app was accepted.
  func page(_ query: TransferQuery) throws -> [TransferRecord] {
    let (part, since) = Self.words(query.part)
    return try connection.rows(
      """
      SELECT d.subject, t.identifier, t.identified, t.successor, t.mapped, t.refusal, t.refused
      FROM credential_details d JOIN credentials c ON c.id = d.id
        LEFT JOIN transfers t ON t.credential = d.id
      WHERE d.provider = ?1 AND (t.successor IS NOT NULL OR (
        c.state NOT IN ('revoked', 'notFound')
        AND NOT EXISTS (SELECT 1 FROM transfers s WHERE s.provider = ?1 AND s.successor = d.subject)
        AND (?2 IS NULL OR ((d.signed_in IS NULL OR d.signed_in < ?2)
          AND (NOT EXISTS (SELECT 1 FROM grants g WHERE g.credential = d.id)
            OR EXISTS (SELECT 1 FROM grants g WHERE g.credential = d.id
              AND (g.given IS NULL OR g.given < ?2)))))))
        AND d.subject > ?3 AND (?6 IS NULL OR (t.successor IS NULL AND CASE ?6
          WHEN 'export' THEN t.identifier IS NULL AND (t.refused IS NULL OR t.refused < ?4)
          WHEN 'import' THEN t.identifier IS NOT NULL AND (t.refused IS NULL OR t.refused < ?4)
          ELSE 1 END))
      ORDER BY d.subject LIMIT ?5
      """, .text(query.provider.text), BoundValue(query.accepted),
      .blob(query.after?.bytes ?? []), BoundValue(since), .integer(Int64(max(0, query.limit))),
      BoundValue(part)
    ) { row in
      var record = TransferRecord(Subject(validBytes: try row.blob(0)))
      if !row.isNull(1) { record.identifier = Subject(validBytes: try row.blob(1)) }
      if !row.isNull(3) { record.successor = Subject(validBytes: try row.blob(3)) }
      (record.identified, record.mapped) = (try row.optionalMoment(2), try row.optionalMoment(4))
      (record.refusal, record.refused) = (try row.optionalText(5), try row.optionalMoment(6))
      return record
    }
  }

  /// A part of a query as the statement has it: its word, and since when.
  private static func words(_ part: TransferQuery.Part) -> (String?, Moment?) {
    switch part {
    case .all: (nil, nil)
    case .unmapped: ("unmapped", nil)
    case .open(let stage, let since): (stage.rawValue, since)
    }
  }

  func progress(_ query: TransferQuery) throws -> TransferProgress {
    try connection.first(
      """
      SELECT count(*), count(t.identifier), count(t.successor), count(t.refusal)
      FROM credential_details d JOIN credentials c ON c.id = d.id
        LEFT JOIN transfers t ON t.credential = d.id
      WHERE d.provider = ?1 AND (t.successor IS NOT NULL OR (
        c.state NOT IN ('revoked', 'notFound')
        AND NOT EXISTS (SELECT 1 FROM transfers s WHERE s.provider = ?1 AND s.successor = d.subject)
        AND (?2 IS NULL OR ((d.signed_in IS NULL OR d.signed_in < ?2)
          AND (NOT EXISTS (SELECT 1 FROM grants g WHERE g.credential = d.id)
            OR EXISTS (SELECT 1 FROM grants g WHERE g.credential = d.id
              AND (g.given IS NULL OR g.given < ?2)))))))
      """, .text(query.provider.text), BoundValue(query.accepted)
    ) { row in
      var progress = TransferProgress()
      (progress.users, progress.identified) = (Int(try row.integer(0)), Int(try row.integer(1)))
      (progress.mapped, progress.refused) = (Int(try row.integer(2)), Int(try row.integer(3)))
      return progress
    } ?? TransferProgress()
  }

  func subject(of identifier: Subject, _ provider: ProviderName) throws -> Subject? {
    try connection.first(
      """
      SELECT d.subject FROM transfers t JOIN credential_details d ON d.id = t.credential
      WHERE t.provider = ? AND t.identifier = ?
      """, .text(provider.text), .blob(identifier.bytes)
    ) { Subject(validBytes: try $0.blob(0)) }
  }

  func record(_ number: Int64, _ subject: Subject) throws -> TransferRecord {
    try connection.first(
      """
      SELECT identifier, identified, successor, mapped, refusal, refused FROM transfers
      WHERE credential = ?
      """, .integer(number)
    ) { row in
      var record = TransferRecord(subject)
      if !row.isNull(0) { record.identifier = Subject(validBytes: try row.blob(0)) }
      if !row.isNull(2) { record.successor = Subject(validBytes: try row.blob(2)) }
      (record.identified, record.mapped) = (try row.optionalMoment(1), try row.optionalMoment(3))
      (record.refusal, record.refused) = (try row.optionalText(4), try row.optionalMoment(5))
      return record
    } ?? TransferRecord(subject)
  }

  func write(_ record: TransferRecord, _ number: Int64, _ provider: ProviderName) throws {
    try connection.run(
      "INSERT OR REPLACE INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?, ?)", .integer(number),
      .text(provider.text), record.identifier.map { .blob($0.bytes) } ?? .null,
      BoundValue(record.identified), record.successor.map { .blob($0.bytes) } ?? .null,
      BoundValue(record.mapped), BoundValue(record.refusal), BoundValue(record.refused))
  }
}

extension TransferTable {
  func begin(_ run: TransferRun) throws {
    try connection.run(
      "INSERT OR REPLACE INTO transfer_runs VALUES (?, ?, ?)", .text(run.provider.text),
      .text(run.stage.rawValue), .moment(run.asked))
  }

  func end(_ run: TransferRun) throws {
    try connection.run(
      "DELETE FROM transfer_runs WHERE provider = ? AND stage = ? AND asked = ?",
      .text(run.provider.text), .text(run.stage.rawValue), .moment(run.asked))
  }

  func runs() throws -> [TransferRun] {
    try connection.rows("SELECT provider, stage, asked FROM transfer_runs ORDER BY provider") {
      TransferRun(
        try $0.word(1, TransferStage.self), of: ProviderName(validText: try $0.text(0)),
        asked: try $0.moment(2))
    }
  }
}
