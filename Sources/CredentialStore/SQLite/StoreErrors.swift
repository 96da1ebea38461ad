internal import CredentialCore
internal import SQLite

extension SQLiteError {
  /// Whether no job of the transaction can go on: the disk, the lock or the file is at fault.
  var endsTransaction: Bool {
    switch code {
    case .full, .busy, .ioError, .corrupt, .notADatabase, .readOnly, .cantOpen, .moved: true
    case .constraint, .mismatch, .other: false
    }
  }
}

extension StoreError {
  /// What a caller is told of an error while the store is open.
  init(_ error: SQLiteError) {
    switch error.code {
    case .full:
      self.init(.full, "the store has no room: \(error.message); free space on its volume")
    case .busy:
      self.init(
        .locked, "another program holds the store locked: \(error.message); end it or wait")
    case .moved:
      self.init(
        .inputOutput,
        "the store's file was moved or removed under the daemon; put it back, or stop the daemon and "
          + "restore a backup")
    case .mismatch:
      self.init(
        .rowUnreadable, "a row of the store cannot be read: \(error); restore it from a backup")
    case .corrupt, .notADatabase:
      self.init(.damaged, "the store is damaged: \(error); stop the daemon and restore a backup")
    default:
      self.init(.inputOutput, "the store cannot be read or written: \(error)")
    }
  }
}
