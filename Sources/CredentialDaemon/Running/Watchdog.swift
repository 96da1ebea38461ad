internal import CredentialCore
internal import CredentialStore
internal import Systemd

/// Feeds systemd's watchdog while every loop of the daemon turns (sd_watchdog_enabled(3)).
///
/// Waiting for a lock, a disk or the bus is a turn; a loop that does not come round is not fed for,
/// and systemd restarts the daemon.
struct Watchdog: Sendable {
  private let notify: Notify
  private let time: any TimeSource
  private let store: SQLiteStore
  private let bus: MonitorBus

  init(_ notify: Notify, _ time: any TimeSource, _ store: SQLiteStore, _ bus: MonitorBus) {
    (self.notify, self.time, self.store, self.bus) = (notify, time, store, bus)
  }

  /// Feeds until cancelled; returns at once when nobody asked for it.
  func run() async {
    guard let period = notify.watchdogPeriod else { return }
    while !Task.isCancelled {
      let before = store.counts()
      store.nudge()
      await bus.turn()
      await time.sleep(until: time.now() + period / 3)
      let after = store.counts()
      if after.turns != before.turns, after.readerTurns != before.readerTurns {
        notify.feedWatchdog()
      }
    }
  }
}
