internal import CSQLite

/// The one owner of a `sqlite3` handle; closed with the last reference.
final class Handle {
  let database: OpaquePointer

  init(path: String, flags: Int32) throws(SQLiteError) {
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(path, &opened, flags, nil)
    guard status == SQLITE_OK, let opened else {
      let error = SQLiteError(status: status, database: opened, operation: "open \(path)")
      sqlite3_close_v2(opened)
      throw error
    }
    database = opened
  }

  deinit { sqlite3_close_v2(database) }

  func check(_ status: Int32, _ operation: @autoclosure () -> String) throws(SQLiteError) {
    guard status != SQLITE_OK else { return }
    throw SQLiteError(status: status, database: database, operation: operation())
  }
}
