internal import CredentialCore
internal import CredentialMonitor

/// Feeds systemd's watchdog while every loop of the daemon turns (sd_watchdog_enabled(3)).
///
/// Waiting for a lock, a disk, the bus or a provider is a turn. A loop that does not come round is
/// not fed for, and systemd restarts the daemon; which one it was is told before.
actor Watchdog {
  private let period: Duration?
  private let time: any TimeSource
  private let board: ConditionBoard
  private let loops: @Sendable () async -> [WatchedLoop]
  private let feed: @Sendable () -> Void
  /// Loops that were asked and have not turned yet, with how many rounds that lasts.
  private(set) var asked: [String: Int] = [:]

  /// Watches what `loops` gives, anew in each round; `period` nil: nobody asked for it.
  init(
    period: Duration?, time: any TimeSource, board: ConditionBoard,
    loops: @escaping @Sendable () async -> [WatchedLoop], feed: @escaping @Sendable () -> Void
  ) {
    (self.period, self.time, self.board) = (period, time, board)
    (self.loops, self.feed) = (loops, feed)
  }

  /// Feeds three times in a period until cancelled; returns at once when nobody asked for it.
  func run() async {
    guard let period else { return }
    while !Task.isCancelled {
      for loop in await loops() where asked[loop.name] == nil { ask(loop) }
      await time.sleep(until: time.now() + period / 3)
      if asked.isEmpty { feed() } else { await tellStuck() }
    }
  }

  private func ask(_ loop: WatchedLoop) {
    asked[loop.name] = 0
    Task {
      await loop.turn()
      asked[loop.name] = nil
      await board.end(.loopStuck, subject: loop.name)
    }
  }

  private func tellStuck() async {
    for name in asked.keys.sorted() {
      let rounds = (asked[name] ?? 0) + 1
      asked[name] = rounds
      // Not at the first: the sleep may have ended early.
      guard rounds > 1 else { continue }
      await board.begin(.loopStuck, subject: name, detail: "it has not turned for a while")
    }
  }
}
