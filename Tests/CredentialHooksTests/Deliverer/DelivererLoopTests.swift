import CredentialCore
import CredentialHooks
import CredentialStore
import Linux
import Support
import Testing

@Suite("The deliverer's link to the runner", .timeLimit(.minutes(5)))
struct DelivererLoopTests {
  /// Never returns from telling that the runner is lost, until it is opened.
  private struct HangingConditions: HookConditions {
    let reached = AsyncStream.makeStream(of: Void.self)
    let gate = AsyncStream.makeStream(of: Void.self)

    func begin(_ kind: ConditionKind, subject: String, detail: String) async {
      reached.continuation.finish()
      for await _ in gate.stream {}
    }

    func end(_ kind: ConditionKind, subject: String) async {}
  }

  private func deliverer(_ conditions: any HookConditions, socket: String) -> HookDeliverer {
    HookDeliverer(
      store: MemoryStore(), socket: socket, time: ManualTime(StoreWorld.at(.zero)),
      journal: RecordingJournal(), conditions: conditions, random: SystemRandomNumberGenerator())
  }

  @Test("turns while the runner runs, and while it is away")
  func waiting() async throws {
    let scene = try DelivererScene()
    try await scene.deliver([]) {}
    let lonely = deliverer(scene.conditions, socket: scene.runner.folder.file("nobody"))
    let running = Task { await lonely.run() }
    for loop in lonely.loops { await loop.turn() }
    await lonely.stop()
    running.cancel()
  }

  @Test("does not turn while it hangs in what it does itself")
  func hanging() async throws {
    let folder = TemporaryFolder()
    let conditions = HangingConditions()
    let deliverer = deliverer(conditions, socket: folder.file("nobody"))
    let running = Task { await deliverer.run() }
    for await _ in conditions.reached.stream {}
    let order = Lock<[String]>([])
    let turning = Task {
      for loop in deliverer.loops { await loop.turn() }
      order.withLock { $0.append("turned") }
    }
    for _ in 0..<1_000 { await Task.yield() }
    order.withLock { $0.append("opened") }
    conditions.gate.continuation.finish()
    await turning.value
    #expect(order.withLock { $0 } == ["opened", "turned"])
    await deliverer.stop()
    running.cancel()
  }
}
