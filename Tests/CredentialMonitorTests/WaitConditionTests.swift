import CredentialCore
import CredentialMonitor
import CredentialStore
import Support
import Testing

@Suite("The monitor: what waits for too long", .timeLimit(.minutes(5)))
struct WaitConditionTests {
  private static let day: Duration = .seconds(86_400)
  private static let hour: Duration = .seconds(3600)

  private let request = OperationRequest(
    by: Caller(uid: 7), provider: StoreWorld.apple, reason: "a test")

  /// Runs a monitor over what `prepare` leaves in the store, with time that goes on by itself from
  /// `start` to whatever is waited for, and looks that `answer` answers.
  private func living(
    _ scene: MonitorScene, _ setup: MonitorSetup, from start: Moment,
    _ answer: @escaping @Sendable (Look, Moment) -> Answer,
    _ body: (MonitorScene) async throws -> Void
  ) async throws {
    let answering = Task {
      for await question in scene.looker.questions {
        let now = scene.time.now()
        question.answer(answer(question.look, now), at: now)
      }
    }
    scene.time.move(to: start)
    try await scene.running { scene in
      try await scene.monitor.apply(setup)
      let moving = Task {
        for await moment in scene.time.sleeps where moment > scene.time.now() {
          scene.time.move(to: moment)
        }
      }
      defer { moving.cancel() }
      try await body(scene)
    }
    answering.cancel()
  }

  private func condition(
    _ kind: NoticeKind, _ code: ConditionKind, _ scene: MonitorScene
  ) async -> Notice? {
    for await notice in scene.journal.notices
    where notice.kind == kind && notice.fields["condition"] == .text(code.rawValue) {
      return notice
    }
    return nil
  }

  private func current(_ kind: ConditionKind, _ scene: MonitorScene) async -> [Condition] {
    await scene.board.current.filter { $0.kind == kind }
  }

  @Test("verdicts kept back for three days are told once, by an alarm of their own, until they end")
  func holds() async throws {
    let scene = try MonitorScene()
    try await StoreContract.held(scene.store)
    let held = StoreWorld.at(Self.hour * 49)
    try await living(scene, scene.setup(), from: held, { _, _ in .reauthenticate }) { scene in
      let began = try #require(await condition(.conditionBegan, .holdsTooOld, scene))
      #expect(began.fields["subject"] == .text("apple"))
      #expect(began.fields["since"] == .time(held + Self.day * 3))
      #expect(began.level == .error)
      _ = try await scene.monitor.discard(request)
      let ended = try #require(await condition(.conditionEnded, .holdsTooOld, scene))
      #expect(ended.fields["lasted_seconds"] != nil)
      let told = scene.journal.all.filter { $0.fields["condition"] == .text("holds_too_old") }
      #expect(told.count == 2)
    }
  }

  @Test("after a start it is told at once, with the time from which it is so")
  func restart() async throws {
    let scene = try MonitorScene()
    try await StoreContract.held(scene.store)
    let due = StoreWorld.at(Self.hour * 49) + Self.day * 3
    scene.time.move(to: due - .milliseconds(1))
    let early = scene.monitor(over: scene.store)
    try await early.apply(scene.setup())
    #expect(await current(.holdsTooOld, scene).isEmpty)
    scene.time.move(to: due + Self.day)
    try await scene.monitor.apply(scene.setup())
    #expect(await current(.holdsTooOld, scene).map(\.since) == [due])
    try await scene.monitor.apply(
      MonitorSetup(providers: [], hooks: [], mode: .enforce))
    await early.stop()
  }

  @Test("a suspected user whom nobody bears witness for is told of, and no more once somebody does")
  func control() async throws {
    let scene = try MonitorScene()
    for subject in ["a", "b", "c", "d", "e"] {
      try await scene.store.enrol(subject, at: StoreWorld.at(.zero))
    }
    try await scene.store.answer(
      ["a": .dead(.tokenDead)], at: StoreWorld.at(Self.day))
    let opened = StoreWorld.at(Self.day)
    let due = opened + Self.day + Self.hour * 20 + Self.day
    let answer: @Sendable (Look, Moment) -> Answer = { look, now in
      if look.credential.subject.text == "a" { return .dead(.tokenDead) }
      return now > due + Self.hour ? .authorized : .reauthenticate
    }
    try await living(scene, scene.setup(), from: opened, answer) { scene in
      let began = try #require(await condition(.conditionBegan, .controlMissing, scene))
      #expect(began.fields["subject"] == .text("apple com.example.app"))
      #expect(began.fields["since"] == .time(due))
      let ended = try #require(await condition(.conditionEnded, .controlMissing, scene))
      #expect(ended.fields["lasted_seconds"] != .integer(0))
    }
  }

  /// Six users who are all answered as dead from the first day on, until `well`; rings once suspicions
  /// have waited for too long.
  private func braked(
    until well: Moment, _ body: (MonitorScene, AsyncStream<Void>) async throws -> Void
  ) async throws {
    let scene = try MonitorScene()
    for subject in ["a", "b", "c", "d", "e", "f"] {
      try await scene.store.enrol(subject, at: StoreWorld.at(.zero))
    }
    let (late, bell) = AsyncStream<Void>.makeStream()
    let answer: @Sendable (Look, Moment) -> Answer = { _, now in
      if now > StoreWorld.at(Self.day * 5) { bell.yield() }
      return now > well ? .authorized : .dead(.tokenDead)
    }
    try await living(scene, scene.setup(), from: StoreWorld.at(Self.day), answer) { scene in
      try await body(scene, late)
    }
  }

  /// What was told, but that nobody has been confirmed for long.
  private func told(_ scene: MonitorScene) -> [String] {
    scene.journal.all.compactMap { notice in
      guard notice.kind == .conditionBegan || notice.kind == .conditionEnded,
        case .text(let condition)? = notice.fields["condition"],
        condition != ConditionKind.credentialsStale.rawValue
      else { return nil }
      return "\(notice.kind == .conditionBegan ? "began" : "ended") \(condition)"
    }
  }

  @Test("while everybody of a client is refused the brake alone is told, and its end by itself")
  func brakeAlone() async throws {
    try await braked(until: StoreWorld.at(Self.day * 6)) { scene, _ in
      _ = try #require(await condition(.conditionEnded, .brakeOn, scene))
      #expect(await current(.controlMissing, scene).isEmpty)
      #expect(told(scene) == ["began brake_on", "ended brake_on"])
    }
  }

  @Test("once an administrator took the brake off, it is told that nobody bears witness")
  func released() async throws {
    try await braked(until: StoreWorld.at(Self.day * 9_000)) { scene, late in
      for await _ in late { break }
      #expect(await current(.controlMissing, scene).isEmpty)
      #expect(await current(.brakeOn, scene).count == 1)
      _ = try await scene.monitor.release(request, asIs: false)
      #expect(await current(.controlMissing, scene).count == 1)
      #expect(told(scene) == ["began brake_on", "ended brake_on", "began control_missing"])
    }
  }

  @Test("what the first interval found is told when that is over, without anybody asking")
  func baseline() async throws {
    let scene = try MonitorScene()
    let setup = try scene.setup(hasBaseline: true)
    let start = scene.time.now()
    _ = try await scene.store.register(StoreWorld.registration("u"), now: start)
    try await living(scene, setup, from: start, { _, _ in .dead(.tokenDead) }) { scene in
      let began = try #require(await condition(.conditionBegan, .baselineWaiting, scene))
      #expect(began.fields["since"] == .time(start + Self.day))
      _ = try await scene.monitor.acceptBaseline(
        OperationRequest(by: Caller(uid: 7), provider: StoreWorld.apple, reason: ""))
      #expect(await current(.baselineWaiting, scene).isEmpty)
    }
  }

  @Test("while nothing waits there is no alarm but that of the next look")
  func idle() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      _ = try await scene.monitor.register(scene.request())
      var looks = scene.looker.questions.makeAsyncIterator()
      try #require(await looks.next()).answer(.authorized, at: scene.time.now())
      let next = scene.time.now() + Self.day
      try await scene.settle()
      // By then another look may be made, and the round sees that none is due.
      scene.time.advance(by: .seconds(1))
      for await moment in scene.time.sleeps {
        #expect(moment <= next)
        if moment == next { break }
      }
    }
  }
}
