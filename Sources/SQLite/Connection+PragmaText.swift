internal import CSQLite

extension Connection {
  /// Runs a PRAGMA text made from closed words and numbers only; the first column as text, "" if it
  /// gave no row.
  func pragmaText(_ text: String) throws(SQLiteError) -> String {
    var prepared: OpaquePointer?
    try handle.check(sqlite3_prepare_v2(handle.database, text, -1, &prepared, nil), text)
    defer { sqlite3_finalize(prepared) }
    let status = sqlite3_step(prepared)
    switch status {
    case SQLITE_ROW: return sqlite3_column_text(prepared, 0).map { String(cString: $0) } ?? ""
    case SQLITE_DONE: return ""
    default: throw SQLiteError(status: status, database: handle.database, operation: text)
    }
  }
}
