import CredentialCore
import CredentialMonitor
import CredentialStore
import Support
import Testing

@Suite("The monitor: pauses, baselines and the audit", .timeLimit(.minutes(5)))
struct PauseTests {
  private let caller = Caller(uid: 7)

  private func request(
    _ provider: ProviderName?, _ reason: String = "a bad night"
  ) -> OperationRequest { OperationRequest(by: caller, provider: provider, reason: reason) }

  @Test("a pause is a condition and a part of status with how long, until it ends")
  func condition() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      let outcome = try await scene.monitor.pause(request(scene.id.provider))
      #expect(outcome["already"] == .boolean(false) && outcome["uid"] == .integer(7))
      let began = scene.time.now()
      scene.time.advance(by: .seconds(7200))
      let again = try await scene.monitor.pause(request(scene.id.provider, "another"))
      #expect(again["already"] == .boolean(true) && again["reason"] == .text("a bad night"))
      let condition = try #require(await scene.board.current.first)
      #expect(condition.kind == .paused && condition.subject == "apple")
      #expect(condition.detail == "by uid 7: a bad night" && condition.since == began)
      let row = try await provider(scene)
      #expect(row["paused_seconds"] == .integer(7200))
      #expect(row["pause_reason"] == .text("a bad night"))

      let resumed = try await scene.monitor.resume(request(scene.id.provider, ""))
      #expect(resumed["was_paused"] == .boolean(true) && resumed["still_paused"] == .list([]))
      #expect(await scene.board.current.isEmpty)
      #expect(try await provider(scene)["paused_since"] == nil)
      let told = scene.journal.all.filter { $0.kind == .operated }
      #expect(told.map { $0.fields["verb"] } == ["pause", "pause", "resume"].map(Value.text))
      #expect(told.allSatisfy { $0.fields["uid"] == .integer(7) })
    }
  }

  /// The users that a pause keeps back are more than one step takes.
  @Test("a pause that ended, while its users could not all be reached, is no condition any more")
  func halfDone() async throws {
    let scene = try MonitorScene()
    let store = StoreWithAStop(
      over: scene.store,
      settling: { step in
        if step.row != nil { throw StoreError(.full, "the store has no room") }
      })
    let monitor = scene.monitor(over: store)
    let (start, setup) = (scene.time.now(), try scene.setup())
    let count = HoldStep.usersAtOnce + 1
    for number in 0..<count {
      _ = try await store.register(StoreWorld.registration("u\(number)"), now: start)
    }
    _ = try await store.pause(
      AuditEntry(.pause, by: caller, provider: nil, reason: "r", at: start), now: start)
    let looks = try await store.claim(StoreWorld.request(start, limit: count)).looks
    let results = looks.map { StoreWorld.result($0, .dead(.tokenDead), at: start) }
    _ = try await store.commit(results, decider: setup.decider, now: start)
    try await monitor.apply(setup)
    #expect(await scene.board.current.map(\.kind) == [.paused])
    let refused = await refusal { _ = try await monitor.resume(request(nil, "")) }
    #expect(refused?.code == .storeFull)
    #expect(await scene.board.current.isEmpty)
    #expect(try await monitor.audit(limit: 1).first?.number == HoldStep.usersAtOnce)
  }

  @Test("a pause of all survives a restart with the time at which it began")
  func restart() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      _ = try await scene.monitor.pause(request(nil))
      let began = scene.time.now()
      scene.time.advance(by: .seconds(3600))
      let board = ConditionBoard(journal: RecordingJournal(), time: scene.time)
      let again = MonitorService(
        store: scene.store, time: scene.time, journal: scene.journal, board: board,
        version: "test", reloader: { _ in })
      try await again.apply(scene.setup(looker: RehearsedLooker()))
      #expect(await board.current.map(\.kind) == [.paused])
      #expect(await board.current.map(\.since) == [began])
      let single = try await again.resume(request(scene.id.provider, ""))
      #expect(single["was_paused"] == .boolean(false))
      #expect(single["still_paused"] == .list([.text("apple")]))
      await again.stop()
    }
  }

  @Test(
    "a reason that is missing, blank, too long or of control characters is refused",
    arguments: ["", "  \u{A0}", String(repeating: "x", count: 501), "a\u{1B}[2J"])
  func reason(_ reason: String) async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      let refused = await refusal { _ = try await scene.monitor.pause(request(nil, reason)) }
      #expect(refused?.code == .invalidArgument)
      #expect(try await scene.store.restraints().everywhere == nil)
    }
  }

  @Test("what is asked of a provider that is not configured, or turns nothing, is refused")
  func refusals() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup(mode: .observe))
      let stranger = request(try ProviderName("stranger"))
      let pause = await refusal { _ = try await scene.monitor.pause(stranger) }
      #expect(pause?.code == .invalidArgument)
      let own = request(scene.id.provider)
      let asIs = await refusal { _ = try await scene.monitor.release(own, asIs: true) }
      #expect(asIs?.code == .refused)
      let when = await refusal { _ = try await scene.monitor.revert(own, since: "yesterday") }
      #expect(when?.code == .invalidArgument)
      let whose = await refusal { _ = try await scene.monitor.revert(request(nil), since: "2h") }
      #expect(whose?.code == .invalidArgument)
    }
  }

  @Test("a baseline that found something waits for its acceptance, as a condition")
  func baseline() async throws {
    let scene = try MonitorScene()
    let setup = try scene.setup(hasBaseline: true)
    let now = scene.time.now()
    _ = try await scene.store.register(StoreWorld.registration("u"), now: now)
    let look = try #require(try await scene.store.claim(StoreWorld.request(now)).looks.first)
    _ = try await scene.store.commit(
      [StoreWorld.result(look, .dead(.tokenDead), at: now)], decider: setup.decider, now: now)
    try await scene.monitor.apply(setup)
    let running = try await provider(scene)
    #expect(running["baseline"] == .text("running"))
    #expect(running["baseline_negatives"] == .integer(1))
    scene.time.advance(by: .seconds(86_400))
    let waiting = try await provider(scene)
    #expect(waiting["baseline"] == .text("waiting"))
    #expect(await scene.board.current.isEmpty, "status only reads")
    try await scene.monitor.apply(setup)
    #expect(await scene.board.current.map(\.kind) == [.baselineWaiting])
    let accepted = try await scene.monitor.acceptBaseline(request(nil, ""))
    #expect(accepted["users"] == .integer(1))
    #expect(await scene.board.current.isEmpty)
    #expect(try await provider(scene)["baseline"] == nil)
  }

  @Test("a change by another call is noted with its caller")
  func note() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      await scene.monitor.note(.check, by: request(scene.id.provider, ""))
      let entries = try await scene.monitor.audit(limit: 9)
      #expect(entries.map(\.verb) == [.check] && entries.map(\.caller) == [caller])
      #expect(scene.journal.all.last?.kind == .operated)
    }
  }

  private func provider(_ scene: MonitorScene) async throws -> Fields {
    guard case .list(let rows)? = try await scene.monitor.status()["providers"],
      case .fields(let row)? = rows.first
    else { throw OperationError(.internal, "no row of a provider") }
    return row
  }
}
