internal import CredentialCore
internal import Glibc
internal import SQLite

/// The file of the store: made whole or not at all, and refused rather than replaced.
struct StoreFile {
  let path: String
  /// A file larger than this, some 800,000 users, is not checked whole before each start: it takes a
  /// second for each such size.
  var checkedWhole: Int64 = 256 << 20

  /// What must hold of a file that exists, before anything is written.
  ///
  /// Looks with a read-only connection, so that a refused file keeps its bytes. Returns the schema
  /// version; nil when there is no file.
  func inspect() throws -> Int64? {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      guard errno == ENOENT else {
        throw StoreError(.inputOutput, "stat(2) \(path): \(String(cString: strerror(errno)))")
      }
      return try refuseOrphanedLog()
    }
    try checkOwner(facts)
    guard facts.st_size > 0 else { throw damaged("it is empty") }
    try refuseLostLog()
    do {
      return try look(isLarge: Int64(facts.st_size) > checkedWhole)
    } catch let error as SQLiteError { throw refusal(error) }
  }

  private func refuseOrphanedLog() throws -> Int64? {
    var facts = stat()
    guard stat(path + "-wal", &facts) == 0, facts.st_size > 0 else { return nil }
    throw damaged("it is missing while its log \(path)-wal is there")
  }

  /// SQLite removes the log's index before the log, and both when the last connection closes: an
  /// index alone means that somebody removed a log, and with it what was committed since its last
  /// copy.
  private func refuseLostLog() throws {
    guard access(path + "-shm", F_OK) == 0, access(path + "-wal", F_OK) != 0 else { return }
    throw damaged(
      "its log \(path)-wal is missing, and what was in it; if this is a restored backup, remove "
        + "\(path)-shm")
  }

  private func checkOwner(_ facts: stat) throws {
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw StoreError(.inputOutput, "\(path) is not a regular file; move it away")
    }
    guard facts.st_uid == geteuid() else {
      throw StoreError(
        .inputOutput,
        "\(path) belongs to uid \(facts.st_uid), not to uid \(geteuid()) that runs the daemon; "
          + "give it back with chown(1)")
    }
  }

  private func look(isLarge: Bool) throws -> Int64 {
    let connection = try Connection(
      path: path, options: ConnectionOptions(mode: .readOnly, busyTimeout: .seconds(5)))
    let application = try connection.get(.applicationID)
    guard application == Schema.applicationID else {
      throw StoreError(
        .notOurs,
        "\(path) is another program's database (application id \(application)); "
          + "move it away or name another state directory")
    }
    let version = try connection.get(.userVersion)
    guard version <= Schema.version else {
      throw StoreError(
        .newerSchema,
        "\(path) has schema version \(version), this program knows \(Schema.version); "
          + "install the newer credstate again, or restore a backup")
    }
    if let finding = try Self.firstDamage(connection, isLarge: isLarge) { throw damaged(finding) }
    return version
  }

  /// Of a large file: what a start reads besides `credentials`, which it reads whole anyway.
  private static func firstDamage(_ connection: Connection, isLarge: Bool) throws -> String? {
    guard isLarge else { return try connection.firstDamage() }
    for table: StaticString in ["meta", "providers", "hooks", "deliveries"] {
      if let finding = try connection.firstDamage(of: table) { return finding }
    }
    return nil
  }

  func damaged(_ what: String) -> StoreError {
    StoreError(
      .damaged,
      "\(path) is damaged: \(what); nothing was changed, restore a backup or move it away")
  }

  func refusal(_ error: SQLiteError) -> StoreError {
    switch error.code {
    case .notADatabase:
      StoreError(
        .notOurs,
        "\(path) is no database, or its beginning is damaged; nothing was changed, "
          + "restore a backup or move it away")
    case .corrupt, .mismatch: damaged(error.message)
    case .full: StoreError(.full, "no room to open \(path): \(error); free some space")
    case .busy: StoreError(.locked, "another program holds \(path) locked; end it")
    default: StoreError(.inputOutput, "\(path) cannot be used: \(error)")
    }
  }
}
