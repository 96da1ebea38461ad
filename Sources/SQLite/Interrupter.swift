internal import CSQLite

/// Ends the running statement of a connection, from any thread.
package final class Interrupter: @unchecked Sendable {
  // Safe: written once at initialisation; a weak load is atomic and keeps the handle for the call.
  private weak var handle: Handle?

  init(_ handle: Handle) { self.handle = handle }

  /// Makes the running statement fail with `interrupted`; nothing happens when none runs
  /// (`sqlite3_interrupt`).
  package func interrupt() {
    guard let handle else { return }
    sqlite3_interrupt(handle.database)
  }
}
