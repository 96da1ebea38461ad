internal import CSQLite

/// A prepared statement: bind, step until false, reset.
package final class Statement {
  private let handle: Handle
  private let sql: StaticString
  let pointer: OpaquePointer

  init(handle: Handle, sql: StaticString) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
    let status = sqlite3_prepare_v3(
      handle.database, text, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT),
      &prepared, nil)
    try handle.check(status, sql.description)
    guard let prepared else {
      throw SQLiteError(code: .other, message: "empty statement", operation: sql.description)
    }
    self.handle = handle
    self.sql = sql
    pointer = prepared
  }

  deinit { sqlite3_finalize(pointer) }

  /// True after a step that gave a row, until the end or a reset.
  package var isRunning: Bool { sqlite3_stmt_busy(pointer) != 0 }

  /// The row of the last step; valid until the next step or reset.
  package var row: Row { Row(statement: pointer, sql: sql) }

  /// Gives the parameters their values, in order; the count must be the statement's.
  package func bind(_ values: [BoundValue]) throws(SQLiteError) {
    let expected = Int(sqlite3_bind_parameter_count(pointer))
    guard values.count == expected else {
      throw SQLiteError(
        code: .other, message: "\(values.count) values for \(expected) parameters",
        operation: sql.description)
    }
    for (index, value) in values.enumerated() {
      try handle.check(bind(value, at: Int32(index + 1)), sql.description)
    }
  }

  private func bind(_ value: BoundValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(pointer, index)
    case .integer(let number): return sqlite3_bind_int64(pointer, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        guard let start = bytes.baseAddress else { return csqlite_bind_text(pointer, index, "", 0) }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          csqlite_bind_text(pointer, index, $0, Int32(clamping: bytes.count))
        }
      }
    case .blob(let bytes):
      // A null pointer would bind NULL.
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
      return bytes.withUnsafeBytes {
        csqlite_bind_blob(pointer, index, $0.baseAddress, Int32(clamping: bytes.count))
      }
    }
  }

  /// Runs to the next row; false at the end.
  package func step() throws(SQLiteError) -> Bool {
    let status = sqlite3_step(pointer)
    switch status {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      throw SQLiteError(status: status, database: handle.database, operation: sql.description)
    }
  }

  /// Ends the run and drops the values.
  package func reset() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }
}
