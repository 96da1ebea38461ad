internal import CSQLite

/// One connection to one database file, used by one thread at a time.
///
/// Statement texts are static: values only ever reach SQLite through parameters.
package final class Connection {
  let handle: Handle
  private var statements: [UInt: Statement] = [:]

  /// Opens `path`.
  ///
  /// The connection is hardened: `SQLITE_DBCONFIG_DEFENSIVE`, no trusted schema, no double-quoted
  /// strings. Foreign keys are on.
  package init(path: String, options: ConnectionOptions) throws(SQLiteError) {
    handle = try Handle(path: path, flags: Self.flags(options.mode))
    try handle.check(csqlite_harden(handle.database), "harden the connection")
    try setBusyTimeout(options.busyTimeout)
    try set(.foreignKeys, to: 1)
    try set(.cacheSize, to: -options.cacheKiB)
    if options.mode == .readOnly { try set(.queryOnly, to: 1) }
  }

  private static func flags(_ mode: ConnectionOptions.Mode) -> Int32 {
    let access =
      switch mode {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    return access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE
  }

  /// True between a BEGIN and its COMMIT or ROLLBACK.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle.database) == 0 }

  /// Whether the file was moved, removed or replaced since it was opened: what is written now, nobody
  /// finds again (SQLITE_FCNTL_HAS_MOVED).
  package var hasMoved: Bool { csqlite_has_moved(handle.database) != 0 }

  /// Rows changed by the most recent INSERT, UPDATE or DELETE.
  package var changes: Int { Int(sqlite3_changes64(handle.database)) }

  /// The rowid of the most recent INSERT.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle.database) }

  /// Changes how long a statement waits for a lock.
  package func setBusyTimeout(_ timeout: Duration) throws(SQLiteError) {
    let (seconds, attoseconds) = timeout.components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    try handle.check(
      sqlite3_busy_timeout(handle.database, Int32(clamping: milliseconds)), "set the busy timeout")
  }

  /// The statement for `sql`, prepared once and kept; reset and without values.
  package func statement(_ sql: StaticString) throws(SQLiteError) -> Statement {
    let key = UInt(bitPattern: sql.utf8Start)
    if let known = statements[key], !known.isRunning {
      known.reset()
      return known
    }
    let new = try Statement(handle: handle, sql: sql)
    if statements[key] == nil { statements[key] = new }
    return new
  }

  /// Runs every statement of `script`, none of which takes values or gives rows.
  package func execute(_ script: StaticString) throws(SQLiteError) {
    let text = UnsafeRawPointer(script.utf8Start).assumingMemoryBound(to: CChar.self)
    let status = sqlite3_exec(handle.database, text, nil, nil, nil)
    try handle.check(status, script.description)
  }
}
