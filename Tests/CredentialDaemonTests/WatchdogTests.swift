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

  /// Lets rounds go by until `isOver`; in each, time moves on when all loops but `stuck` have turned.
  private func rounds(
    of watchdog: Watchdog, stuck: Set<String> = [], until isOver: () -> Bool
  ) async {
    var sleeps = time.sleeps.makeAsyncIterator()
    while !isOver(), let moment = await sleeps.next() {
      while await !stuck.isSuperset(of: watchdog.asked.keys) { await Task.yield() }
      time.move(to: moment)
    }
  }

  @Test("is fed while every loop turns")
  func feeds() async {
    let watchdog = watchdog([WatchedLoop(name: "a") {}, WatchedLoop(name: "b") {}])
    let running = Task { await watchdog.run() }
    await rounds(of: watchdog) { meals.withLock { $0 } >= 2 }
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
    var notices = journal.notices.makeAsyncIterator()
    await rounds(of: watchdog, stuck: ["bad"]) { !journal.all.isEmpty }
    let began = await notices.next()
    #expect(meals.withLock { $0 } == 0)
    #expect(began?.kind == .conditionBegan)
    #expect(began?.fields["condition"] == .text("loop_stuck"))
    #expect(began?.fields["subject"] == .text("bad"))
    open.finish()
    #expect(await notices.next()?.kind == .conditionEnded)
    await rounds(of: watchdog) { meals.withLock { $0 } > 0 }
    #expect(journal.all.count == 2)
    running.cancel()
    await running.value
  }
}
