internal import CredentialCore
internal import SQLite

/// Reads and writes the audit: what was asked for, by whom.
struct AuditTable {
  let connection: Connection

  /// Adds `number` to an entry's row, or adds the row, and gives its number.
  func write(_ entry: AuditEntry, adding number: Int, row: Int64?) throws -> Int64 {
    if let row {
      try connection.run(
        "UPDATE audit SET number = number + ? WHERE id = ?", .integer(Int64(number)),
        .integer(row))
      return row
    }
    try connection.run(
      """
      INSERT INTO audit(at, uid, verb, provider, subject, reason, number)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .moment(entry.at), .integer(Int64(entry.caller.uid)), .text(entry.verb.rawValue),
      BoundValue(entry.provider?.text), entry.subject.map { .blob($0.bytes) } ?? .null,
      .text(entry.reason), .integer(Int64(number)))
    let added = connection.lastInsertedRow
    try forgetOldest(entry.verb)
    return added
  }

  private func forgetOldest(_ verb: AuditVerb) throws {
    try connection.run(
      """
      DELETE FROM audit WHERE verb = ?1 AND id <= (
        SELECT id FROM audit WHERE verb = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
      """, .text(verb.rawValue), .integer(Int64(AuditEntry.keptOfEach)))
  }

  /// The newest entries, the newest first.
  func newest(_ limit: Int) throws -> [AuditEntry] {
    try connection.rows(
      """
      SELECT at, uid, verb, provider, subject, reason, number FROM audit ORDER BY id DESC LIMIT ?
      """, .integer(Int64(max(0, limit)))
    ) { row in
      AuditEntry(
        try row.word(2, AuditVerb.self), by: Caller(uid: UInt32(clamping: try row.integer(1))),
        provider: try row.optionalText(3).map { ProviderName(validText: $0) },
        subject: row.isNull(4) ? nil : Subject(validBytes: try row.blob(4)),
        reason: try row.text(5), at: try row.moment(0), number: Int(try row.integer(6)))
    }
  }

  /// Destroys what the audit tells of a forgotten user.
  func forget(_ id: CredentialID, hash: String) throws {
    try connection.run(
      "UPDATE audit SET subject = ? WHERE provider = ? AND subject = ?",
      .blob(Array("forgotten:\(hash)".utf8)), .text(id.provider.text), .blob(id.subject.bytes))
  }
}
