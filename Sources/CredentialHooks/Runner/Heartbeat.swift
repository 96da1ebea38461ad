internal import CredentialCore
internal import Systemd

/// Tells the service manager's watchdog that the runner's one loop turns (sd_watchdog_enabled(3)).
struct Heartbeat {
  private let notify = Notify()
  private let interval: Duration?
  private var last: UInt64 = 0

  /// Beats three times in the period that the manager asks for, or never.
  init() { interval = notify.watchdogPeriod.map { $0 / 3 } }

  /// How long a turn may wait for events, in milliseconds; nil: without end.
  var wait: Int32? { interval.map { Int32(clamping: max(1, $0.wholeMilliseconds)) } }

  /// The loop has turned at `now` of the boot clock, in nanoseconds.
  mutating func beat(at now: UInt64) {
    guard let interval else { return }
    guard now >= last + UInt64(max(1, interval.wholeMilliseconds)) * 1_000_000 else { return }
    last = now
    notify.feedWatchdog()
  }
}
