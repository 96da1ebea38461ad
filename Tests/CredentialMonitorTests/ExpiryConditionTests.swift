import CredentialCore
import CredentialMonitor
import Support
import Testing

@Suite("The monitor: secrets that end", .timeLimit(.minutes(5)))
struct ExpiryConditionTests {
  private static let day: Duration = .seconds(86_400)

  private func setup(_ scene: MonitorScene, endIn days: Int?) throws -> MonitorSetup {
    let setup = try scene.setup()
    var provider = setup.providers[0]
    if let days {
      provider.expiry.expiries = [Expiry("the key", at: scene.time.now() + Self.day * days)]
    }
    return MonitorSetup(providers: [provider], hooks: [], mode: .enforce)
  }

  private func kinds(_ scene: MonitorScene) async -> [ConditionKind] {
    await scene.board.current.map(\.kind)
  }

  /// Moves time on a day at a time, as the timer is set, until the log tells of `kind`.
  private func wait(_ scene: MonitorScene, for kind: NoticeKind, days: Int) async {
    var notices = scene.journal.notices.makeAsyncIterator()
    var sleeps = scene.time.sleeps.makeAsyncIterator()
    for _ in 0..<days {
      _ = await sleeps.next()
      scene.time.advance(by: Self.day)
    }
    while let notice = await notices.next(), notice.kind != kind {}
  }

  @Test("it is told thirty days before the end, becomes worse at the end, and ends with a new one")
  func course() async throws {
    let scene = try MonitorScene()
    try await scene.monitor.apply(setup(scene, endIn: 31))
    #expect(await kinds(scene).isEmpty)
    await wait(scene, for: .conditionBegan, days: 1)
    let first = try #require(await scene.board.current.first)
    #expect(first.kind == .clientSecretExpiring && first.subject == "apple")
    #expect(first.kind.severity == .warning && first.since == scene.time.now())
    await wait(scene, for: .conditionEnded, days: 30)
    while await kinds(scene) != [.clientSecretExpired] { await Task.yield() }
    #expect(await scene.board.current.first?.kind.severity == .error)
    try await scene.monitor.apply(setup(scene, endIn: 365))
    #expect(await kinds(scene).isEmpty)
    await scene.monitor.stop()
  }

  @Test("after a start it holds since the day it began, and a removed provider's ends")
  func start() async throws {
    let scene = try MonitorScene()
    try await scene.monitor.apply(setup(scene, endIn: 10))
    let condition = try #require(await scene.board.current.first)
    #expect(condition.kind == .clientSecretExpiring)
    #expect(condition.since == scene.time.now() - Self.day * 20)
    try await scene.running { scene in
      try await scene.monitor.apply(MonitorSetup(providers: [], hooks: [], mode: .enforce))
      while await !kinds(scene).isEmpty { await Task.yield() }
    }
  }

  @Test("an ended secret explains that the provider refuses us")
  func explains() async throws {
    let scene = try MonitorScene()
    try await scene.monitor.apply(setup(scene, endIn: -1))
    await scene.board.begin(.providerMisconfigured, subject: "apple", detail: "401")
    #expect(await kinds(scene) == [.clientSecretExpired])
    try await scene.monitor.apply(setup(scene, endIn: nil))
    #expect(await kinds(scene) == [.providerMisconfigured])
    await scene.monitor.stop()
  }
}
