internal import Linux
internal import SQLite
internal import Support
internal import Testing

@Suite("an interrupter")
struct InterrupterTests {
  let folder = TemporaryFolder()

  @Test("ends an endless statement from another thread", .timeLimit(.minutes(1)))
  func interrupt() throws {
    let connection = try Connection(
      path: folder.file("a.db"), options: ConnectionOptions(mode: .create, busyTimeout: .zero))
    let interrupter = connection.interrupter
    let stop = Lock(false)
    // An interrupt before the statement runs has no effect, so it is repeated until it has.
    let thread = NamedThread(name: "interrupter") {
      while !stop.withLock({ $0 }) { interrupter.interrupt() }
    }
    var code: SQLiteError.Code?
    do {
      _ = try connection.first(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
      ) { _ in }
    } catch { code = (error as? SQLiteError)?.code }
    stop.withLock { $0 = true }
    thread.join()
    #expect(code == .interrupted)
  }

  @Test("does nothing once the connection is gone")
  func gone() throws {
    var connection: Connection? = try Connection(
      path: folder.file("a.db"), options: ConnectionOptions(mode: .create, busyTimeout: .zero))
    let interrupter = connection?.interrupter
    connection = nil
    interrupter?.interrupt()
    #expect(connection == nil)
  }
}
