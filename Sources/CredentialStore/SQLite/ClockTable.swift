internal import CredentialCore
internal import SQLite

/// Reads and writes the one row about the wall clock.
struct ClockTable {
  let connection: Connection

  func read() throws -> ClockRecord? {
    try connection.first("SELECT boot, origin, seen, stepped FROM clock") { row in
      ClockRecord(
        ClockReading(
          now: try row.moment(2), origin: try row.moment(1), boot: try row.text(0)),
        stepped: try row.optionalMoment(3))
    }
  }

  func write(_ record: ClockRecord) throws {
    try connection.run(
      "INSERT OR REPLACE INTO clock(one, boot, origin, seen, stepped) VALUES (1, ?, ?, ?, ?)",
      .text(record.reading.boot), .moment(record.reading.origin), .moment(record.reading.now),
      BoundValue(record.stepped))
  }
}
