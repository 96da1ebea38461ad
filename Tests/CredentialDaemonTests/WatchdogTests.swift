internal import CredentialCore
internal import CredentialMonitor
internal import Linux
internal import Support
internal import Testing

@testable internal import CredentialDaemon

@Suite("The watchdog", .timeLimit(.minutes(5)))
struct WatchdogTests {
  private let time = ManualTime(StoreWorld.at(.zero))
  private let journal = RecordingJournal()
  private let meals = Lock(0)

  private func watchdog(_ loops: [WatchedLoop]) -> Watchdog {
    Watchdog(
      period: .seconds(60), time: time, board: ConditionBoard(journal: journal, time: time),
      loops: { loops }, feed: { [meals] in meals.withLock { $0 += 1 } })
  }

  /// Lets so many rounds go by.
  private func rounds(_ count: Int) async {
    var sleeps = time.sleeps.makeAsyncIterator()
    for _ in 0..<count {
      guard let moment = await sleeps.next() else { return }
      time.move(to: moment)
    }
  }

  @Test("is fed while every loop turns")
  func feeds() async {
    let watchdog = watchdog([WatchedLoop(name: "a") {}, WatchedLoop(name: "b") {}])
    let running = Task { await watchdog.run() }
    while meals.withLock({ $0 }) < 2 { await rounds(1) }
    running.cancel()
    await running.value
    #expect(journal.all.isEmpty)
  }

  @Test("is not fed while one loop is stuck, which is told of by its name")
  func stuck() async {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let watchdog = watchdog([
      WatchedLoop(name: "good") {},
      WatchedLoop(name: "bad") { for await _ in gate {} },
    ])
    let running = Task { await watchdog.run() }
    while journal.all.isEmpty { await rounds(1) }
    #expect(meals.withLock { $0 } == 0)
    #expect(journal.all.map { $0.fields["condition"] } == [.text("loop_stuck")])
    #expect(journal.all.map { $0.fields["subject"] } == [.text("bad")])
    open.finish()
    while meals.withLock({ $0 }) == 0 { await rounds(1) }
    #expect(journal.all.map(\.kind) == [.conditionBegan, .conditionEnded])
    running.cancel()
    await running.value
  }
}
