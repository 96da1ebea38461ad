internal import CredentialCore
internal import SQLite

/// Reads and writes the places of readers of events.
struct CursorTable {
  let connection: Connection

  func read(_ cursor: Cursor) throws -> Int64? {
    try connection.first("SELECT sequence FROM cursors WHERE name = ?", .text(cursor.rawValue)) {
      try $0.integer(0)
    }
  }

  func write(_ cursor: Cursor, _ sequence: Int64) throws {
    try connection.run(
      "INSERT OR REPLACE INTO cursors VALUES (?, ?)", .text(cursor.rawValue), .integer(sequence))
  }
}
