import CredentialCore
import CredentialMonitor
import CredentialStore
import Support
import Testing

@Suite("The monitor: pushes", .timeLimit(.minutes(5)))
struct PushConditionTests {
  private let consent = PushNews.conclusive(.consentWithdrawn)

  /// Enrols users `u0`, `u1`, … in the store, and puts the configuration into force.
  private func scene(_ count: Int) async throws -> MonitorScene {
    let scene = try MonitorScene()
    for number in 0..<count {
      try await scene.store.enrol("u\(number)", at: scene.time.now())
    }
    scene.time.advance(by: .seconds(3600))
    try await scene.monitor.apply(scene.setup())
    return scene
  }

  private func push(_ scene: MonitorScene, _ number: Int, _ news: PushNews) -> Push {
    StoreContract.push("u\(number)", news, at: scene.time.now())
  }

  @Test("a push is durable when the call returns, and the log tells of its event")
  func told() async throws {
    let scene = try await scene(1)
    let committed = try await scene.monitor.apply([
      push(scene, 0, .signal(.sessionEnd)), push(scene, 0, consent), push(scene, 9, consent),
    ])
    #expect(committed.map { $0?.push } == [.signalPublished, .pushTurned, nil])
    let page = try await scene.monitor.events(generation: "", after: 1, limit: 9)
    #expect(page.events.map(\.body.kind) == [.sessionEnd, .stateChanged])
    #expect(scene.journal.all.suffix(2).map(\.kind) == [.signalled, .stateChanged])
  }

  @Test("a push of before the newest token has a look made at once")
  func look() async throws {
    let scene = try await scene(1)
    try await scene.running { scene in
      var questions = scene.looker.questions.makeAsyncIterator()
      let at = scene.time.now() - .seconds(7200)
      _ = try await scene.monitor.apply([StoreContract.push("u0", consent, at: at)])
      let question = try #require(await questions.next())
      #expect(question.look.purpose == .manual)
      question.answer(.authorized, at: scene.time.now())
      try await scene.settle()
      let user = try await scene.monitor.credential(StoreWorld.id("u0"))
      #expect(user.state == .authorized)
      #expect(scene.journal.all.contains { $0.kind == .pushPassedOver })
    }
  }

  @Test("too many at once are a condition and a part of status until the hour is over")
  func brake() async throws {
    let scene = try await scene(51)
    try await scene.running { scene in
      _ = try await scene.monitor.apply((0..<51).map { push(scene, $0, consent) })
      let condition = try #require(await scene.board.current.first)
      #expect(condition.kind == .pushBrakeOn && condition.subject == "apple")
      #expect(condition.detail == "more than 50 in an hour")
      let row = try await provider(scene)
      #expect(row["push_brake_since"] == .time(scene.time.now()))
      #expect(row["would_log_out"] == .integer(1))
      scene.time.advance(by: .seconds(3600))
      for await notice in scene.journal.notices where notice.kind == .conditionEnded { break }
      #expect(await scene.board.current.isEmpty)
      #expect(try await provider(scene)["push_brake_since"] == nil)
      #expect(try await provider(scene)["would_log_out"] == .integer(1))
    }
  }

  @Test("a release ends it, and what it held turns")
  func release() async throws {
    let scene = try await scene(51)
    _ = try await scene.monitor.apply((0..<51).map { push(scene, $0, consent) })
    let released = try await scene.monitor.release(
      OperationRequest(by: Caller(uid: 7), provider: scene.id.provider), asIs: false)
    #expect(released["users"] == .integer(1))
    #expect(await scene.board.current.isEmpty)
    let user = try await scene.monitor.credential(StoreWorld.id("u50"))
    #expect(user.state == .revoked)
    await scene.monitor.stop()
  }

  @Test("one that was on at the end is a condition from the next start on")
  func restart() async throws {
    let scene = try await scene(51)
    _ = try await scene.monitor.apply((0..<51).map { push(scene, $0, consent) })
    let board = ConditionBoard(journal: RecordingJournal(), time: scene.time)
    let again = MonitorService(
      store: scene.store, time: scene.time, journal: scene.journal, board: board,
      version: "test", reloader: { _ in })
    try await again.apply(scene.setup(looker: RehearsedLooker()))
    #expect(await board.current.map(\.kind) == [.pushBrakeOn])
    await again.stop()
    await scene.monitor.stop()
  }

  @Test("explain tells what is kept back, why, and what would turn it")
  func explained() async throws {
    let scene = try await scene(1)
    _ = try await scene.monitor.pause(
      OperationRequest(by: Caller(uid: 7), provider: nil, reason: "a bad night"))
    _ = try await scene.monitor.apply([push(scene, 0, consent)])
    let told = try await scene.monitor.explain(StoreWorld.id("u0"))
    guard case .list(let needed)? = told.facts["needed"], case .text(let first)? = needed.first,
      case .text(let words)? = told.rows.last?["words"]
    else { throw OperationError(.internal, "no words") }
    #expect(first.hasPrefix("A push (consent_withdrawn, of ") && first.contains("resume"))
    #expect(words.hasPrefix("Pushed (consent_withdrawn): apple: consent_withdrawn, of "))
    #expect(told.rows.last?["rule"] == .text("held_by_pause"))
    await scene.monitor.stop()
  }

  @Test("a push of a provider that is not configured is refused, and none of its batch is done")
  func refused() async throws {
    let scene = try await scene(1)
    let stranger = Push(
      credential: CredentialID(
        provider: try ProviderName("stranger"), subject: StoreWorld.id("u0").subject),
      id: "1", news: consent, at: scene.time.now(), received: scene.time.now(),
      evidence: Evidence("stranger"))
    do {
      _ = try await scene.monitor.apply([push(scene, 0, consent), stranger])
      Issue.record("accepted")
    } catch let error as OperationError { #expect(error.code == .invalidArgument) }
    let user = try await scene.monitor.credential(StoreWorld.id("u0"))
    #expect(user.state == .authorized)
    await scene.monitor.stop()
  }

  private func provider(_ scene: MonitorScene) async throws -> Fields {
    guard case .list(let rows)? = try await scene.monitor.status()["providers"],
      case .fields(let row)? = rows.first
    else { throw OperationError(.internal, "no row of a provider") }
    return row
  }
}
