import CredentialCore
import Crypto
import Support
import Testing

@testable import CredentialMonitor
@testable import CredentialStore

@Suite("A stop", .timeLimit(.minutes(5)))
struct StopTests {
  private let folder = TemporaryFolder()

  @Test("that comes while looks are claimed gives them back: none is sent, none is spent")
  func amidClaim() async throws {
    let store = try await SQLiteStore.open(
      SQLiteStoreOptions(
        directory: folder.path, key: SecretBytes([UInt8](repeating: 7, count: 32))))
    let scene = try MonitorScene()
    let monitor = scene.monitor(over: store)
    let setup = try scene.setup()
    let policy = setup.providers[0].policy
    let held = HeldThread()
    try await store.enrol(scene.id.subject.text, at: scene.time.now())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await monitor.run() }
      try await monitor.apply(setup)
      group.addTask { try await store.write(.control) { _ in held.hold() } }
      await held.isHeld()
      scene.time.advance(by: .seconds(86_400))
      await monitor.nudge(scene.id.provider)
      for _ in 0..<1_000 { await Task.yield() }
      await monitor.stop()
      held.open()
      try await group.waitForAll()
    }
    #expect(scene.looker.timesClosed == 1)
    let request = ClaimRequest(
      provider: scene.id.provider, policy: policy, limit: 1, now: scene.time.now())
    #expect(try await store.claim(request).looks.count == 1)
    await store.close()
  }
}
