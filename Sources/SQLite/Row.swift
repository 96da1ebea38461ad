internal import CSQLite

/// One row of a query, valid only while it is being read. Columns count from 0.
///
/// A column of another type than asked for is an error: SQLite would convert it silently, and a
/// wrong type in our own tables is damage.
package struct Row {
  let statement: OpaquePointer
  let sql: StaticString

  /// True for SQL NULL.
  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// An integer column.
  package func integer(_ column: Int32) throws(SQLiteError) -> Int64 {
    try require(SQLITE_INTEGER, column, "an integer")
    return sqlite3_column_int64(statement, column)
  }

  /// A text column.
  package func text(_ column: Int32) throws(SQLiteError) -> String {
    try require(SQLITE_TEXT, column, "text")
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A blob column.
  package func blob(_ column: Int32) throws(SQLiteError) -> [UInt8] {
    try require(SQLITE_BLOB, column, "a blob")
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, column))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// An integer column, nil for NULL.
  package func optionalInteger(_ column: Int32) throws(SQLiteError) -> Int64? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return sqlite3_column_int64(statement, column)
    case SQLITE_NULL: return nil
    default: return try integer(column)  // says what is wrong
    }
  }

  /// A text column, nil for NULL.
  package func optionalText(_ column: Int32) throws(SQLiteError) -> String? {
    isNull(column) ? nil : try text(column)
  }

  private func require(_ type: Int32, _ column: Int32, _ name: String) throws(SQLiteError) {
    guard sqlite3_column_type(statement, column) != type else { return }
    throw SQLiteError(
      code: .mismatch, message: "column \(column) is not \(name)", operation: sql.description)
  }
}
