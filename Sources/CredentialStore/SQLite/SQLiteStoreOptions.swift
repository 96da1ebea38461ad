package import Crypto

/// Where a store on disk lies and how it is opened.
package struct SQLiteStoreOptions: Sendable {
  /// The state directory; it must exist and belong to the daemon.
  package var directory: String
  /// The 32-byte sealing key.
  package var key: SecretBytes
  /// How long one try waits for another program's lock on the file.
  package var lockWait: Duration
  /// How many such tries a caller sits through before it is refused; a result that must be kept
  /// waits on.
  package var lockTries: Int
  /// The most pages the file may have; nil for as many as the volume holds.
  package var maxPageCount: Int64?

  /// Options for the store in `directory`, sealed with `key`: callers wait 10 s for a foreign lock.
  package init(directory: String, key: SecretBytes) {
    self.directory = directory
    self.key = key
    lockWait = .milliseconds(250)
    lockTries = 40
    maxPageCount = nil
  }
}
