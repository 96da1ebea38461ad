import CredentialCore
import CredentialMonitor
import CredentialStore
import Support
import Testing

@Suite("The monitor: the brake", .timeLimit(.minutes(5)))
struct BrakeConditionTests {
  /// Six users, three of whom are answered as dead a day later.
  private func braked(_ scene: MonitorScene) async throws {
    try await scene.monitor.apply(scene.setup())
    var questions = scene.looker.questions.makeAsyncIterator()
    for number in 0..<6 { _ = try await scene.monitor.register(scene.request("u\(number)")) }
    for _ in 0..<6 {
      try #require(await questions.next()).answer(.authorized, at: scene.time.now())
      scene.time.advance(by: .seconds(1))
    }
    // A first answer that is stored after the day has passed would put the next look off.
    for await sequence in scene.store.publishedSequences() where sequence >= 6 { break }
    scene.time.advance(by: .seconds(86_400))
    for _ in 0..<3 {
      try #require(await questions.next())
        .answer(.dead(.tokenDead), at: scene.time.now(), evidence: "400 invalid_grant")
      scene.time.advance(by: .seconds(1))
    }
    // A monitor ends only when every look that was begun has ended.
    for _ in 0..<3 {
      try #require(await questions.next()).answer(.authorized, at: scene.time.now())
    }
    for await notice in scene.journal.notices where notice.kind == .conditionBegan { break }
  }

  @Test("too many at once are a condition, told once, until an administrator releases them")
  func condition() async throws {
    try await MonitorScene().running { scene in
      try await braked(scene)
      let condition = try #require(await scene.board.current.first)
      #expect(condition.kind == .brakeOn && condition.subject == "apple com.example.app")
      let status = try await scene.monitor.status()
      guard case .list(let clients)? = status["clients"], case .fields(let row)? = clients.first
      else { throw OperationError(.internal, "no row of a client") }
      #expect(row["members"] == .integer(6) && row["control"] == .text("positive"))
      #expect(row["brake"] == .text("hour_share"))

      let released = try await scene.monitor.release(
        OperationRequest(by: Caller(uid: 7), provider: scene.id.provider), asIs: false)
      #expect(released == ["users": .integer(0)])
      #expect(await scene.board.current.isEmpty)
      let kinds = scene.journal.all.map(\.kind)
      #expect(kinds.count { $0 == .conditionBegan } == 1)
      #expect(kinds.suffix(2) == [.operated, .conditionEnded])
    }
  }

  @Test("a brake that comes and goes, but is taken off by command, holds no more at once")
  func comesAndGoes() async throws {
    try await MonitorScene().running { scene in
      try await braked(scene)
      let subject = "apple com.example.app"
      await scene.board.end(.brakeOn, subject: subject)
      await scene.board.begin(.brakeOn, subject: subject, detail: "again")
      #expect(await scene.board.current.map(\.kind) == [.brakeOn])
      _ = try await scene.monitor.release(
        OperationRequest(by: Caller(uid: 7), provider: scene.id.provider), asIs: false)
      #expect(await scene.board.current.isEmpty)
    }
  }

  @Test("a brake that was on at the end is a condition from the next start on")
  func restart() async throws {
    try await MonitorScene().running { scene in
      try await braked(scene)
      let began = try #require(await scene.board.current.first).since
      scene.time.advance(by: .seconds(60))
      let board = ConditionBoard(journal: RecordingJournal(), time: scene.time)
      let again = MonitorService(
        store: scene.store, time: scene.time, journal: scene.journal, board: board,
        version: "test", reloader: { _ in })
      try await again.apply(scene.setup(looker: RehearsedLooker()))
      #expect(await board.current.map(\.kind) == [.brakeOn])
      #expect(await board.current.map(\.since) == [began])
      await again.stop()
    }
  }

  @Test("a verdict that is not kept back cannot be discarded, and of a stranger it is said")
  func discard() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      #expect(await refusal { try await drop(scene) }?.code == .notFound)
      var questions = scene.looker.questions.makeAsyncIterator()
      _ = try await scene.monitor.register(scene.request())
      try #require(await questions.next()).answer(.authorized, at: scene.time.now())
      #expect(await refusal { try await drop(scene) }?.code == .refused)
    }
  }

  private func drop(_ scene: MonitorScene) async throws {
    _ = try await scene.monitor.discard(
      OperationRequest(
        by: Caller(uid: 7), provider: scene.id.provider, subject: scene.id.subject,
        reason: "a test"))
  }
}
