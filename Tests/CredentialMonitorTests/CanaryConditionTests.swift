import CredentialCore
import CredentialMonitor
import CredentialStore
import Support
import Testing

@Suite("The monitor: canaries", .timeLimit(.minutes(5)))
struct CanaryConditionTests {
  private typealias Looks = AsyncStream<RehearsedLooker.Question>.AsyncIterator
  private typealias Notices = AsyncStream<Notice>.AsyncIterator

  private func conditions(_ scene: MonitorScene) async -> [ConditionKind] {
    await scene.board.current.map(\.kind)
  }

  private func wait(_ kind: NoticeKind, _ notices: inout Notices) async {
    while let notice = await notices.next(), notice.kind != kind {}
  }

  /// Answers the looks at two users on the next day.
  private func answer(_ answer: Answer, _ scene: MonitorScene, _ looks: inout Looks) async throws {
    scene.time.advance(by: .seconds(86_410))
    for _ in 0..<2 {
      try #require(await looks.next()).answer(answer, at: scene.time.now())
      scene.time.advance(by: .seconds(1))
    }
    try await scene.settle()
  }

  @Test("one that is not enrolled is told, until it is")
  func missing() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup(canaries: ["a", "b"]))
      #expect(await conditions(scene) == [.canaryMissing])
      #expect(await scene.board.current.map(\.detail) == ["2 of 2, one is a"])
      _ = try await scene.monitor.register(scene.request("a"))
      #expect(await conditions(scene) == [.canaryMissing])
      _ = try await scene.monitor.register(scene.request("b"))
      #expect(await conditions(scene).isEmpty)
      try await scene.monitor.apply(scene.setup(canaries: ["a", "c"]))
      #expect(await conditions(scene) == [.canaryMissing])
      try await scene.monitor.apply(scene.setup(canaries: []))
      #expect(await conditions(scene).isEmpty)
      var looks = scene.looker.questions.makeAsyncIterator()
      for _ in 0..<2 {
        try #require(await looks.next()).answer(.authorized, at: scene.time.now())
        scene.time.advance(by: .seconds(1))
      }
    }
  }

  @Test(
    "when they fail that is told, then that verdicts are frozen, and both end when they are well")
  func failing() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup(canaries: ["a", "b"]))
      var looks = scene.looker.questions.makeAsyncIterator()
      var notices = scene.journal.notices.makeAsyncIterator()
      for name in ["a", "b"] { _ = try await scene.monitor.register(scene.request(name)) }
      await wait(.conditionEnded, &notices)
      for _ in 0..<2 {
        try #require(await looks.next()).answer(.authorized, at: scene.time.now())
        scene.time.advance(by: .seconds(1))
      }
      try await scene.settle()
      try await answer(.dead(.tokenDead), scene, &looks)
      for _ in 0..<2 { await wait(.conditionBegan, &notices) }
      #expect(await Set(conditions(scene)) == [.canaryFailing, .verdictsFrozen])
      guard case .list(let rows)? = try await scene.monitor.status()["providers"],
        case .fields(let row)? = rows.first
      else { throw OperationError(.internal, "no row of a provider") }
      #expect(row["canaries"] == .integer(2) && row["canaries_failing"] == .integer(2))
      #expect(row["frozen_since"] != nil)
      try await answer(.authorized, scene, &looks)
      for _ in 0..<2 { await wait(.conditionEnded, &notices) }
      #expect(await conditions(scene).isEmpty)
    }
  }
}
