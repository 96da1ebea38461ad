internal import SQLite
internal import Support
internal import Testing

@Suite("a connection to a database file")
struct ConnectionTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("a.db") }

  private func open(_ mode: ConnectionOptions.Mode = .create) throws -> Connection {
    try Connection(path: path, options: ConnectionOptions(mode: mode, busyTimeout: .zero))
  }

  private func code(_ body: () throws -> Void) -> SQLiteError.Code? {
    do { try body() } catch { return (error as? SQLiteError)?.code }
    return nil
  }

  @Test("values of every type come back as they were bound")
  func roundTrip() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t(i INTEGER, t TEXT, b BLOB, n INTEGER) STRICT")
    try connection.run(
      "INSERT INTO t VALUES (?, ?, ?, ?)", .integer(.min), .text("é\u{0}x"), .blob([]), .null)
    let row = try connection.first("SELECT i, t, b, n FROM t") { row in
      (try row.integer(0), try row.text(1), try row.blob(2), try row.optionalInteger(3))
    }
    #expect(row?.0 == .min)
    #expect(row?.1 == "é\u{0}x")
    #expect(row?.2 == [])
    #expect(row?.3 == nil)
  }

  @Test("a column of another type than asked for is refused, not converted")
  func mismatch() throws {
    let connection = try open()
    #expect(code { _ = try connection.first("SELECT 'x'") { try $0.integer(0) } } == .mismatch)
  }

  @Test("a failed body rolls its transaction back and the connection goes on")
  func rollback() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t(i INTEGER UNIQUE) STRICT")
    let failure = code {
      try connection.transaction(.immediate) {
        try connection.run("INSERT INTO t VALUES (1)")
        try connection.run("INSERT INTO t VALUES (1)")
      }
    }
    #expect(failure == .constraint)
    #expect(!connection.isInTransaction)
    #expect(try connection.rows("SELECT i FROM t") { try $0.integer(0) } == [])
  }

  @Test("a failed savepoint undoes itself and leaves the rest of the transaction")
  func savepoint() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t(i INTEGER UNIQUE) STRICT")
    try connection.transaction(.immediate) {
      try connection.run("INSERT INTO t VALUES (1)")
      let failure = code {
        try connection.savepoint {
          try connection.run("INSERT INTO t VALUES (2)")
          try connection.run("INSERT INTO t VALUES (1)")
        }
      }
      #expect(failure == .constraint)
      try connection.run("INSERT INTO t VALUES (3)")
    }
    #expect(try connection.rows("SELECT i FROM t ORDER BY i") { try $0.integer(0) } == [1, 3])
  }

  @Test("an error names the statement and never a bound value")
  func noValuesInErrors() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t(s TEXT UNIQUE) STRICT")
    try connection.run("INSERT INTO t VALUES (?)", "CANARY")
    do {
      try connection.run("INSERT INTO t VALUES (?)", "CANARY")
      Issue.record("the second row must be refused")
    } catch {
      #expect(error.description.contains("UNIQUE constraint failed: t.s"))
      #expect(error.description.contains("INSERT INTO t"))
      #expect(!error.description.contains("CANARY"))
      #expect(error.extendedCode == 2067)
    }
    #expect(!"\(BoundValue.text("CANARY"))".contains("CANARY"))
  }

  @Test("a full database is `full` and what was there stays")
  func full() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE t(b BLOB) STRICT")
    try connection.set(.maxPageCount, to: try connection.get(.pageCount) + 2)
    let failure = code {
      for _ in 0..<100 { try connection.run("INSERT INTO t VALUES (zeroblob(4096))") }
    }
    #expect(failure == .full)
    #expect(try connection.firstDamage() == nil)
  }

  @Test("another connection's write lock is `busy`")
  func busy() throws {
    let first = try open()
    try first.execute("CREATE TABLE t(i INTEGER) STRICT")
    try first.useWriteAheadLog()
    let second = try open(.readWrite)
    try first.transaction(.immediate) {
      #expect(code { try second.transaction(.immediate) {} } == .busy)
    }
    try second.transaction(.immediate) {}
  }

  @Test("a read-only connection reads beside a writer and refuses to write")
  func readOnly() throws {
    let writer = try open()
    try writer.useWriteAheadLog()
    try writer.execute("CREATE TABLE t(i INTEGER) STRICT")
    let reader = try open(.readOnly)
    try writer.run("INSERT INTO t VALUES (7)")
    #expect(try reader.rows("SELECT i FROM t") { try $0.integer(0) } == [7])
    #expect(code { try reader.run("INSERT INTO t VALUES (8)") } == .readOnly)
  }

  @Test("a missing file is `cantOpen` unless it may be made")
  func missing() {
    #expect(code { _ = try open(.readWrite) } == .cantOpen)
  }

  @Test("a file that is no database is `notADatabase`")
  func notADatabase() {
    folder.write("a.db", String(repeating: "not a database ", count: 100))
    #expect(
      code { _ = try open(.readWrite).first("SELECT 1 FROM sqlite_schema") { _ in } }
        == .notADatabase)
  }

  @Test("a checkpoint copies the log into the file and cuts it")
  func checkpoint() throws {
    let connection = try open()
    try connection.useWriteAheadLog()
    try connection.execute("CREATE TABLE t(i INTEGER) STRICT")
    let passive = try connection.checkpoint(.passive)
    #expect(passive.logPages > 0)
    #expect(passive.copiedPages == passive.logPages)
    #expect(try connection.checkpoint(.truncate).logPages == 0)
  }

  @Test("a nested use of the same statement does not disturb the outer one")
  func nested() throws {
    let connection = try open()
    let seen = try connection.rows("SELECT 1 UNION SELECT 2 UNION SELECT 3") { outer in
      let inner = try connection.rows("SELECT 1 UNION SELECT 2 UNION SELECT 3") {
        try $0.integer(0)
      }
      return try outer.integer(0) * Int64(inner.count)
    }
    #expect(seen == [3, 6, 9])
  }

  @Test("the wrong number of values is refused")
  func wrongCount() throws {
    let connection = try open()
    #expect(code { try connection.run("SELECT ?, ?", 1) } == .other)
  }

  @Test("a setting that does not take is an error")
  func settingReadBack() throws {
    let connection = try open()
    try connection.set(.synchronous, to: 2)
    #expect(try connection.get(.synchronous) == 2)
    #expect(code { try connection.set(.synchronous, to: 77) } == .mismatch)
  }
}
