import CredentialCore
import CredentialMonitor
import CredentialStore
import Linux
import Support
import Testing

@Suite("Reloads at once", .timeLimit(.minutes(5)))
struct ReloadTests {
  /// What the reloads of a test did, in order.
  private final class Record: Sendable {
    let steps = Lock<[String]>([])
    func add(_ step: String) { steps.withLock { $0.append(step) } }
  }

  private func monitor(
    _ store: MemoryStore, _ reloader: @escaping @Sendable (MonitorService) async throws -> Void
  ) -> MonitorService {
    let time = ManualTime(StoreWorld.at(.zero))
    let journal = RecordingJournal()
    return MonitorService(
      store: store, time: time, journal: journal,
      board: ConditionBoard(journal: journal, time: time), version: "test", reloader: reloader)
  }

  @Test("each ends before the next begins, also after one that failed")
  func oneAfterTheOther() async throws {
    let (store, record) = (MemoryStore(), Record())
    let monitor = monitor(store) { _ in
      record.add("begin")
      for _ in 0..<10 { _ = try await store.census() }
      record.add("end")
      throw OperationError(.badConfiguration, "rehearsed")
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { try? await monitor.reload() } }
    }
    let expected = (0..<20).flatMap { _ in ["begin", "end"] }
    #expect(record.steps.withLock { $0 } == expected)
  }

  @Test("a provider taken out of the configuration while it has users is told until it is back")
  func providerGone() async throws {
    let scene = try MonitorScene()
    try await scene.running { scene in
      try await scene.monitor.apply(scene.setup())
      _ = try await scene.monitor.register(scene.request())
      _ = try await scene.monitor.register(scene.request("001.b.2"))
      try await scene.monitor.apply(MonitorSetup(providers: [], hooks: [], mode: .enforce))
      #expect(await scene.board.current.map(\.kind) == [.providerNotConfigured])
      #expect(await scene.board.current.map(\.subject) == ["apple"])
      try await scene.monitor.apply(scene.setup())
      #expect(await scene.board.current.isEmpty)
    }
  }

  @Test("one that waited while the daemon was told to stop is refused")
  func stopping() async throws {
    let record = Record()
    let monitor = monitor(MemoryStore()) { monitor in
      record.add("reloaded")
      await monitor.stop()
    }
    try await monitor.reload()
    await #expect(throws: OperationError.self) { try await monitor.reload() }
    #expect(record.steps.withLock { $0 } == ["reloaded"])
  }
}
