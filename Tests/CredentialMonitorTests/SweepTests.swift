import CredentialCore
import CredentialStore
import Support
import Testing

@testable import CredentialMonitor

@Suite("The monitor: sweeps of the list of linked users", .timeLimit(.minutes(5)))
struct SweepTests {
  /// Users `u0`, `u1`, … are enrolled and confirmed; an hour later the sweep may begin.
  private func scene(_ count: Int) async throws -> MonitorScene {
    let scene = try MonitorScene()
    for number in 0..<count { try await scene.store.enrol("u\(number)", at: scene.time.now()) }
    scene.time.advance(by: .seconds(3600))
    return scene
  }

  private func duty(_ scene: MonitorScene, _ list: RehearsedList) throws -> SweepDuty {
    let provider = try #require(try scene.setup(sweep: list).providers.first)
    return SweepDuty(
      provider: provider, sweeper: list, store: scene.store, time: scene.time,
      journal: scene.journal, nudge: {})
  }

  /// Sweeps once; time goes where the sweep waits for.
  private func sweep(_ scene: MonitorScene, _ list: RehearsedList) async throws {
    let duty = try duty(scene, list)
    let clock = Task { [time = scene.time] in
      for await moment in time.sleeps where moment > time.now() { time.move(to: moment) }
    }
    defer { clock.cancel() }
    await duty.sweep()
  }

  /// Who is looked at next though no regular look is due.
  private func due(_ scene: MonitorScene) async throws -> [String] {
    let policy = try #require(try scene.setup().providers.first).policy
    let batch = try await scene.store.claim(
      ClaimRequest(
        provider: scene.id.provider, policy: policy, limit: 100, now: scene.time.now()))
    return batch.looks.map(\.credential.subject.text).sorted()
  }

  @Test("who is missing from a complete list is looked at, keeps the state, and nobody else is")
  func missing() async throws {
    let scene = try await scene(5)
    try await sweep(scene, RehearsedList(["u0", "u1", "u3", "u4", "stranger"]))
    #expect(try await due(scene) == ["u2"])
    #expect(try await scene.store.credential(StoreWorld.id("u2"))?.state == .authorized)
    let notice = try #require(scene.journal.all.last)
    #expect(notice.kind == .sweepMissed && notice.fields["asked"] == .integer(1))
    #expect(notice.fields["listed"] == .integer(5) && notice.fields["provider"] == .text("apple"))
  }

  @Test("a complete list with everybody on it leaves no trace")
  func everybody() async throws {
    let scene = try await scene(3)
    let before = scene.journal.all.count
    try await sweep(scene, RehearsedList(["u0", "u1", "u2"]))
    #expect(try await due(scene).isEmpty && scene.journal.all.count == before)
  }

  @Test(
    "a list that was not read to its end, or is too short, says nothing of anybody",
    arguments: [
      [SweepAnswer.refused("401 code -401")],
      [SweepAnswer.page(SweepPage([], next: "1"))],
      [SweepAnswer.page(SweepPage([], next: nil, total: 40))],
      [SweepAnswer.later("503", retryAfter: nil)],
    ])
  func broken(_ answers: [SweepAnswer]) async throws {
    let scene = try await scene(3)
    try await sweep(scene, RehearsedList(always: answers))
    #expect(try await due(scene).isEmpty)
    #expect(scene.journal.all.last?.kind == .sweepBroken)
  }

  @Test(
    "a page that cannot be had for a while is asked for again, after the time the provider says")
  func again() async throws {
    let scene = try await scene(2)
    let began = scene.time.now()
    let list = RehearsedList(["u0"], first: [.later("429", retryAfter: .seconds(90))])
    try await sweep(scene, list)
    #expect(try await due(scene) == ["u1"])
    #expect(scene.time.now() == began + .seconds(90))
  }

  @Test("who signed in or was confirmed while the list was read is not missing from it")
  func newer() async throws {
    let scene = try await scene(2)
    let list = RehearsedList(["u0"], first: [.later("429", retryAfter: .seconds(90))])
    list.meanwhile { try? await scene.store.enrol("u9", at: scene.time.now() + .seconds(1)) }
    try await sweep(scene, list)
    #expect(try await due(scene) == ["u1"])
  }

  @Test("a hundred thousand users take eleven minutes, and no minute has more than a hundred calls")
  func many() async throws {
    let scene = try await scene(1)
    let users = (0..<100_000).map { "u\($0)" }
    let list = RehearsedList(users)
    let began = scene.time.now()
    list.time { [time = scene.time] in time.now() }
    try await sweep(scene, list)
    #expect(list.calls.count == 1000 && list.mostInAnyMinute <= 100)
    #expect(scene.time.now() - began < .seconds(660))
    #expect(try await due(scene).isEmpty)
  }

  @Test("sweeps begin at the same times of each interval, also after a restart")
  func times() async throws {
    let scene = try await scene(1)
    let duty = try duty(scene, RehearsedList([]))
    let first = duty.next(after: scene.time.now())
    #expect(duty.next(after: first) == first + .seconds(86_400))
    #expect(duty.next(after: first - .milliseconds(1)) == first)
    #expect(try self.duty(scene, RehearsedList([])).next(after: scene.time.now()) == first)
  }

  @Test("the monitor sweeps at its time, has the missing user looked at, and ends it with a reload")
  func running() async throws {
    let scene = try await scene(2)
    let list = RehearsedList(["u0"])
    try await scene.running { scene in
      try await scene.monitor.apply(scene.setup(sweep: list))
      var questions = scene.looker.questions.makeAsyncIterator()
      let due = try duty(scene, list).next(after: scene.time.now())
      for await moment in scene.time.sleeps where moment == due { break }
      scene.time.move(to: due)
      // Regular looks may have fallen due as well: both users are asked about, the missing one by hand.
      while let question = await questions.next() {
        guard question.look.credential.subject.text != "u1" else {
          #expect(question.look.purpose == .manual)
          question.answer(.authorized, at: scene.time.now())
          break
        }
        question.answer(.authorized, at: scene.time.now())
      }
      try await scene.settle()
      try await scene.monitor.apply(scene.setup())
      #expect(list.isClosed)
    }
  }
}
