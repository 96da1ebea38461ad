import CredentialCore
import CredentialMonitor
import Support
import Testing

@Suite("The loops of the monitor", .timeLimit(.minutes(5)))
struct LoopTests {
  @Test("are rounds and looks of each provider, and turn while they wait for an answer")
  func waiting() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      var questions = scene.looker.questions.makeAsyncIterator()
      _ = try await scene.monitor.register(scene.request())
      let question = try #require(await questions.next())
      let loops = await scene.monitor.loops()
      #expect(loops.map(\.name) == ["rounds of apple", "looks of apple"])
      for loop in loops { await loop.turn() }
      question.answer(.authorized, at: scene.time.now())
    }
  }
}
