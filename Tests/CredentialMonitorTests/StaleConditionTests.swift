import CredentialCore
import CredentialMonitor
import CredentialStore
import Support
import Testing

@Suite("The monitor: stale credentials", .timeLimit(.minutes(5)))
struct StaleConditionTests {
  private typealias Looks = AsyncStream<RehearsedLooker.Question>.AsyncIterator

  private static let day: Duration = .seconds(86_400)

  /// Enrols two users, who are confirmed.
  private func enrol(_ scene: MonitorScene, _ looks: inout Looks) async throws {
    for number in 0..<2 { _ = try await scene.monitor.register(scene.request("u\(number)")) }
    for _ in 0..<2 {
      try #require(await looks.next()).answer(.authorized, at: scene.time.now())
      scene.time.advance(by: .seconds(1))
    }
    try await scene.settle()
  }

  /// Answers the look at each user on one day.
  private func answer(_ answer: Answer, _ scene: MonitorScene, _ looks: inout Looks) async throws {
    // A look after one that taught nothing comes up to an hour later.
    scene.time.advance(by: Self.day + .seconds(3610))
    for _ in 0..<2 {
      try #require(await looks.next()).answer(answer, at: scene.time.now())
      scene.time.advance(by: .seconds(1))
    }
    try await scene.settle()
  }

  @Test(
    "the condition begins with the first and ends with the last; status counts, a user shows it")
  func condition() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      var looks = scene.looker.questions.makeAsyncIterator()
      var notices = scene.journal.notices.makeAsyncIterator()
      try await enrol(scene, &looks)
      for _ in 0..<3 { try await answer(.reauthenticate, scene, &looks) }
      while let notice = await notices.next(), notice.kind != .conditionBegan {}
      #expect(await scene.board.current.map(\.kind) == [.credentialsStale])
      #expect(await scene.board.current.map(\.subject) == ["apple"])
      let status = try await scene.monitor.status()
      guard case .list(let clients)? = status["clients"], case .fields(let row)? = clients.first
      else { throw OperationError(.internal, "no row of a client") }
      #expect(row["stale"] == .integer(2))
      let page = try await scene.monitor.events(generation: "", after: 2, limit: 9)
      #expect(page.events.map(\.body.kind) == [.credentialStale, .credentialStale])
      let users = try await scene.monitor.credentials(CredentialQuery(limit: 9))
      #expect(users.allSatisfy { $0.staleSince != nil && $0.fields["stale_since"] != nil })

      try await answer(.authorized, scene, &looks)
      while let notice = await notices.next(), notice.kind != .conditionEnded {}
      #expect(await scene.board.current.isEmpty)
    }
  }

  @Test("users whom a provider that lets nobody through keeps from being asked about are found")
  func outage() async throws {
    let (scene, users) = (try MonitorScene(), 120)
    let answering = Task {
      // Everybody is confirmed, and then nobody any more.
      var confirmed: Set<CredentialID> = []
      for await question in scene.looker.questions {
        let isDown = confirmed.count == users
        confirmed.insert(question.look.credential)
        question.answer(
          isDown ? .throttled(retryAfter: .seconds(3600)) : .authorized, at: scene.time.now())
      }
    }
    let moving = Task {
      for await moment in scene.time.sleeps where moment > scene.time.now() {
        scene.time.move(to: moment)
      }
    }
    defer {
      answering.cancel()
      moving.cancel()
    }
    try await scene.running { scene in
      try await scene.monitor.apply(scene.setup())
      for number in 0..<users { _ = try await scene.monitor.register(scene.request("u\(number)")) }
      // One event each of the first success and of the stretch without one.
      let all = Int64(users * 2)
      for await sequence in scene.store.publishedSequences() where sequence >= all { break }
      let page = try await scene.monitor.events(generation: "", after: 0, limit: 1000)
      let told = page.events.filter { $0.body.kind == .credentialStale }
      #expect(told.count == users && Set(told.map(\.body.credential)).count == users)
      let list = try await scene.monitor.credentials(CredentialQuery(limit: 1000))
      let unasked = list.filter { $0.lastLook == $0.lastConfirmed }
      #expect(unasked.count >= 20, "an hour's wait after each answer leaves no time for all")
      for user in unasked {
        let patience = try #require(user.staleSince) - (try #require(user.lastConfirmed))
        #expect(patience >= Self.day * 3 && patience < Self.day * 3 + .seconds(8 * 3600))
      }
      // Told after the commit; without it this waits for the time limit.
      while await !scene.board.current.contains(where: { $0.kind == .credentialsStale }) {
        await Task.yield()
      }
    }
  }
}
