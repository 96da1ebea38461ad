import CredentialCore
import CredentialMonitor
import CredentialStore
import Support
import Testing

@Suite("Steps of the wall clock", .timeLimit(.minutes(5)))
struct ClockStepTests {
  private typealias Looks = AsyncStream<RehearsedLooker.Question>.AsyncIterator

  private static let interval: Duration = .seconds(300)

  /// Runs a monitor whose only user is confirmed and whose time goes on when somebody waits for a
  /// moment of the coming interval.
  private func running(_ body: (MonitorScene, inout Looks) async throws -> Void) async throws {
    try await MonitorScene().running { scene in
      let mover = Task {
        for await moment in scene.time.sleeps {
          let now = scene.time.now()
          if moment > now, moment <= now + Self.interval { scene.time.move(to: moment) }
        }
      }
      defer { mover.cancel() }
      try await scene.monitor.apply(scene.setup(interval: Self.interval))
      var looks = scene.looker.questions.makeAsyncIterator()
      _ = try await scene.monitor.register(scene.request())
      try #require(await looks.next()).answer(.authorized, at: scene.time.now())
      try await body(scene, &looks)
      #expect(try await scene.monitor.credential(scene.id).state == .authorized)
      let page = try await scene.monitor.events(generation: "", after: 1, limit: 10)
      #expect(page.events.isEmpty)
    }
  }

  /// Steps the clock and waits for the next look, which must come within an interval of the step.
  private func step(_ scene: MonitorScene, _ looks: inout Looks, to moment: Moment) async throws {
    scene.time.step(to: moment)
    let question = try #require(await looks.next())
    let claimed = question.look.claimed
    #expect(claimed >= moment && claimed <= moment + Self.interval, "\(claimed) after \(moment)")
    #expect(question.look.purpose == .scheduled)
    question.answer(.authorized, at: scene.time.now())
  }

  @Test("after a step back of an hour, and of a year, the next look comes within one interval")
  func back() async throws {
    try await running { scene, looks in
      for hours in [1, 24 * 365] {
        try await step(scene, &looks, to: scene.time.now() + .seconds(-3600 * hours))
      }
    }
  }

  @Test("a jump of ten years that is undone a minute later changes nobody and puts off no look")
  func ahead() async throws {
    try await running { scene, looks in
      let start = scene.time.now()
      try await step(scene, &looks, to: start + .seconds(86_400 * 3650))
      try await step(scene, &looks, to: start + .seconds(60))
    }
  }
}
