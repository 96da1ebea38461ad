/// How a connection is opened.
package struct ConnectionOptions: Sendable {
  /// What the connection may do with the file.
  package enum Mode: Sendable {
    /// Reads an existing file; every write is refused.
    case readOnly
    /// Reads and writes an existing file.
    case readWrite
    /// Reads and writes; makes the file when there is none.
    case create
  }

  /// What the connection may do with the file.
  package var mode: Mode
  /// How long a statement waits for another connection's lock before it fails with `busy`.
  package var busyTimeout: Duration
  /// Pages kept in memory, in KiB.
  package var cacheKiB: Int64

  /// Options for `mode`, with the wait and the cache given.
  package init(mode: Mode, busyTimeout: Duration, cacheKiB: Int64 = 2_000) {
    self.mode = mode
    self.busyTimeout = busyTimeout
    self.cacheKiB = cacheKiB
  }
}
