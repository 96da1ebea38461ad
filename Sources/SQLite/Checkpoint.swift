internal import CSQLite

/// What a checkpoint of the write-ahead log did, `sqlite3_wal_checkpoint_v2`.
package struct Checkpoint: Sendable, Equatable {
  /// How hard a checkpoint tries.
  package enum Mode: Sendable {
    /// Copies what it can without waiting for anyone.
    case passive
    /// Waits for readers, copies all, and cuts the log to zero bytes.
    case truncate
  }

  /// Pages in the log.
  package let logPages: Int
  /// Pages of the log that are in the file now.
  package let copiedPages: Int
}

extension Connection {
  /// Copies the write-ahead log into the file.
  package func checkpoint(_ mode: Checkpoint.Mode) throws(SQLiteError) -> Checkpoint {
    var logged: Int32 = 0
    var copied: Int32 = 0
    let number = mode == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    let status = sqlite3_wal_checkpoint_v2(handle.database, nil, number, &logged, &copied)
    try handle.check(status, "checkpoint")
    return Checkpoint(logPages: Int(logged), copiedPages: Int(copied))
  }
}
