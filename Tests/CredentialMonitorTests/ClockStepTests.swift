import CredentialCore
import CredentialMonitor
import CredentialStore
import Linux
import Support
import Testing

@Suite("Steps of the wall clock", .timeLimit(.minutes(5)))
struct ClockStepTests {
  private typealias Looks = AsyncStream<RehearsedLooker.Question>.AsyncIterator

  private static let interval: Duration = .seconds(300)

  /// Runs a monitor whose only user is confirmed.
  private func running(
    _ body: (MonitorScene, Mover, inout Looks) async throws -> Void
  ) async throws {
    try await MonitorScene().running { scene in
      let mover = Mover(scene.time)
      let moving = Task { await mover.run() }
      defer { moving.cancel() }
      try await scene.monitor.apply(scene.setup(interval: Self.interval))
      var looks = scene.looker.questions.makeAsyncIterator()
      _ = try await scene.monitor.register(scene.request())
      try #require(await looks.next()).answer(.authorized, at: scene.time.now())
      try await body(scene, mover, &looks)
      #expect(try await scene.monitor.credential(scene.id).state == .authorized)
      let page = try await scene.monitor.events(generation: "", after: 1, limit: 10)
      #expect(page.events.isEmpty)
    }
  }

  /// Steps the clock and waits for the next look, which must come within an interval of the step.
  private func step(
    _ scene: MonitorScene, _ mover: Mover, _ looks: inout Looks, to moment: Moment
  ) async throws {
    // Whoever waits for a commit waits for time too, and would have it moved on and on.
    try await scene.settle()
    scene.time.step(to: moment)
    mover.begin(until: moment + Self.interval)
    let question = try #require(await looks.next())
    // No look of the old clock is on its way when the clock is stepped again.
    mover.pause()
    let claimed = question.look.claimed
    #expect(claimed >= moment && claimed <= moment + Self.interval, "\(claimed) after \(moment)")
    #expect(question.look.purpose == .scheduled)
    question.answer(.authorized, at: scene.time.now())
  }

  @Test("after a step back of an hour, and of a year, the next look comes within one interval")
  func back() async throws {
    try await running { scene, mover, looks in
      for hours in [1, 24 * 365] {
        try await step(scene, mover, &looks, to: scene.time.now() + .seconds(-3600 * hours))
      }
    }
  }

  @Test("a jump of ten years that is undone a minute later changes nobody and puts off no look")
  func ahead() async throws {
    try await running { scene, mover, looks in
      let start = scene.time.now()
      try await step(scene, mover, &looks, to: start + .seconds(86_400 * 3650))
      try await step(scene, mover, &looks, to: start + .seconds(60))
    }
  }
}

extension ClockStepTests {
  @Test("a step of a day ahead confirms no suspicion within the minute, whoever bears witness")
  func suspicion() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      var looks = scene.looker.questions.makeAsyncIterator()
      for number in 0..<6 { _ = try await scene.monitor.register(scene.request("u\(number)")) }
      for _ in 0..<6 {
        try #require(await looks.next()).answer(.authorized, at: scene.time.now())
        scene.time.advance(by: .seconds(1))
      }
      for await sequence in scene.store.publishedSequences() where sequence >= 6 { break }
      // Everybody is looked at on the next day, and a second time after the step.
      for day in 0..<2 {
        if day == 0 {
          scene.time.advance(by: .seconds(86_410))
        } else {
          scene.time.step(to: scene.time.now() + .seconds(86_410))
        }
        for _ in 0..<6 {
          let question = try #require(await looks.next())
          let isGone = question.look.credential.subject.text == "u0"
          question.answer(isGone ? .dead(.tokenDead) : .authorized, at: scene.time.now())
          scene.time.advance(by: .seconds(1))
        }
        try await scene.settle()
      }
      let list = try await scene.monitor.credentials(CredentialQuery(limit: 9))
      #expect(list.allSatisfy { $0.state == .authorized })
      let suspicion = try #require(list.first?.grants.first?.suspicion)
      #expect(suspicion.proofs.count == 1)
    }
  }
}

/// Moves time on to the moments that somebody waits for, as far as it is told to.
private final class Mover: Sendable {
  private let time: ManualTime
  /// How far time may move, nil: it stands still; and what was waited for while it stood still.
  private let state = Lock<(limit: Moment?, wanted: [Moment])>((nil, []))

  init(_ time: ManualTime) { self.time = time }

  /// Works until cancelled.
  func run() async {
    for await moment in time.sleeps {
      state.withLock { state in
        if let limit = state.limit { move(to: moment, limit) } else { state.wanted.append(moment) }
      }
    }
  }

  /// Moves from now on, as far as `limit`, first to what was waited for meanwhile.
  func begin(until limit: Moment) {
    state.withLock { state in
      for moment in state.wanted.sorted() { move(to: moment, limit) }
      state = (limit, [])
    }
  }

  /// Lets time stand still.
  func pause() { state.withLock { $0.limit = nil } }

  private func move(to moment: Moment, _ limit: Moment) {
    if moment > time.now(), moment <= limit { time.move(to: moment) }
  }
}
