import CredentialCore
import CredentialMonitor
import CredentialStore
import Crypto
import SQLite
import Support
import Testing

@Suite("A user whose row cannot be read", .timeLimit(.minutes(5)))
struct UnreadableRowTests {
  private let folder = TemporaryFolder()

  private func spoil(_ subject: String) throws {
    let connection = try Connection(
      path: folder.file(SQLiteStore.fileName),
      options: ConnectionOptions(mode: .readWrite, busyTimeout: .seconds(5)))
    try connection.run(
      "UPDATE credential_details SET reason = 'spoilt' WHERE subject = ?",
      .blob(Array(subject.utf8)))
  }

  @Test("is told of once, and the others go on being looked at, in the same batch and later")
  func others() async throws {
    let store = try await SQLiteStore.open(
      SQLiteStoreOptions(
        directory: folder.path, key: SecretBytes([UInt8](repeating: 7, count: 32))))
    let scene = try MonitorScene()
    let monitor = scene.monitor(over: store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await monitor.run() }
      try await monitor.apply(scene.setup())
      var questions = scene.looker.questions.makeAsyncIterator()
      var sequences = store.publishedSequences().makeAsyncIterator()
      _ = await sequences.next()
      _ = try await monitor.register(scene.request("a"))
      let first = try #require(await questions.next())
      _ = try await monitor.register(scene.request("b"))
      scene.time.advance(by: .seconds(1))
      let second = try #require(await questions.next())
      try spoil("a")
      first.answer(.authorized, at: scene.time.now())
      second.answer(.authorized, at: scene.time.now())
      #expect(await sequences.next() == 1)

      scene.time.advance(by: .seconds(86_400))
      let later = try #require(await questions.next())
      #expect(later.look.credential == second.look.credential)
      later.answer(.authorized, at: scene.time.now())
      // The condition begins with a's result, which may be judged behind b's.
      for await notice in scene.journal.notices where notice.kind == .conditionBegan { break }
      let conditions = await scene.board.current
      #expect(conditions.map(\.kind) == [.rowUnreadable])
      #expect(conditions.first?.detail == "1 user, one is a")
      await monitor.stop()
      try await group.waitForAll()
    }
    #expect(scene.journal.all.count { $0.kind == .conditionBegan } == 1)
    await store.close()
  }
}
