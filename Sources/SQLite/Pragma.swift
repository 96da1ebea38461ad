/// The integer settings of a connection or file that are used, <https://sqlite.org/pragma.html>.
package enum Pragma: String, Sendable {
  /// Marks the file as one program's own.
  case applicationID = "application_id"
  /// The schema version of the program.
  case userVersion = "user_version"
  /// 0 off, 1 normal, 2 full, 3 extra.
  case synchronous
  /// 1: deleted content is overwritten with zeros.
  case secureDelete = "secure_delete"
  /// Pages; negative: KiB.
  case cacheSize = "cache_size"
  /// 1: foreign keys are enforced.
  case foreignKeys = "foreign_keys"
  /// 1: the connection refuses writes.
  case queryOnly = "query_only"
  /// The most pages the file may have.
  case maxPageCount = "max_page_count"
  /// How many pages the file has.
  case pageCount = "page_count"
  /// Pages in the log that start an automatic checkpoint; 0 turns it off.
  case walAutocheckpoint = "wal_autocheckpoint"
  /// The size in bytes to which the log is cut after a checkpoint that emptied it.
  case journalSizeLimit = "journal_size_limit"
}

extension Connection {
  /// Sets `pragma` and reads it back; a value that did not take is a `mismatch` error, because SQLite
  /// ignores what it does not know without a word.
  package func set(_ pragma: Pragma, to value: Int64) throws(SQLiteError) {
    _ = try pragmaText("PRAGMA \(pragma.rawValue) = \(value)")
    let found = try get(pragma)
    guard found == value else {
      throw SQLiteError(
        code: .mismatch, message: "the value is \(found), not \(value)",
        operation: "PRAGMA \(pragma.rawValue) = \(value)")
    }
  }

  /// The value of `pragma`.
  package func get(_ pragma: Pragma) throws(SQLiteError) -> Int64 {
    let operation = "PRAGMA \(pragma.rawValue)"
    guard let value = Int64(try pragmaText(operation)) else {
      throw SQLiteError(code: .mismatch, message: "no number", operation: operation)
    }
    return value
  }

  /// Turns the write-ahead log on and checks that it is.
  package func useWriteAheadLog() throws(SQLiteError) {
    let mode = try pragmaText("PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw SQLiteError(
        code: .mismatch, message: "the journal mode is \(mode), not wal",
        operation: "PRAGMA journal_mode = WAL")
    }
  }

  /// Reads the whole file's structure; nil when sound, else SQLite's first finding.
  package func firstDamage() throws(SQLiteError) -> String? {
    try firstFinding("PRAGMA quick_check(1)")
  }

  /// Reads the structure of one table and its indexes; nil when sound, else SQLite's first finding.
  package func firstDamage(of table: StaticString) throws(SQLiteError) -> String? {
    try firstFinding("PRAGMA quick_check(\(table))")
  }

  private func firstFinding(_ check: String) throws(SQLiteError) -> String? {
    let finding = try pragmaText(check)
    return finding == "ok" ? nil : finding
  }
}
