internal import CSystemd
internal import Glibc

/// Tells the service manager how this service is (sd_notify(3)); without `NOTIFY_SOCKET` every
/// method does nothing.
package struct Notify: Sendable {
  /// Uses the socket of the environment.
  package init() {}

  /// The service works; `status` is shown by `systemctl status`.
  package func ready(status: String) { send("READY=1\nSTATUS=\(printable(status))") }

  /// The service begins to end.
  package func stopping() { send("STOPPING=1") }

  /// One line for `systemctl status`.
  package func status(_ text: String) { send("STATUS=\(printable(text))") }

  /// Every watched loop has turned.
  package func feedWatchdog() { send("WATCHDOG=1") }

  /// How long the manager waits between two feedings before it ends the service; nil when it does
  /// not watch this process (sd_watchdog_enabled(3)).
  package var watchdogPeriod: Duration? {
    var period: UInt64 = 0
    guard sd_watchdog_enabled(0, &period) > 0 else { return nil }
    return .microseconds(Int64(clamping: period))
  }

  private func send(_ state: String) {
    // A manager that does not listen is nothing that this service could mend.
    _ = sd_notify(0, state)
  }
}
