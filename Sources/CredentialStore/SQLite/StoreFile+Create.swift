internal import CredentialCore
internal import Glibc
internal import SQLite

extension StoreFile {
  /// Makes a store beside its final name and moves it there complete, so that a crash in between
  /// leaves no half-made file that would have to be refused.
  func create(seal: Seal) throws {
    let draft = path + ".new"
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(draft + suffix) }
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("open(2)", draft) }
    close(descriptor)
    do {
      try fill(draft, seal: seal)
    } catch {
      unlink(draft)
      throw (error as? SQLiteError).map(refusal) ?? error
    }
    guard rename(draft, path) == 0 else { throw failure("rename(2)", draft) }
    try syncFolder()
  }

  private func fill(_ draft: String, seal: Seal) throws {
    let connection = try Connection(
      path: draft, options: ConnectionOptions(mode: .readWrite, busyTimeout: .zero))
    try connection.set(.synchronous, to: 3)
    try connection.set(.applicationID, to: Schema.applicationID)
    try Schema.migrate(connection, from: 0)
    let generation = Generation.random()
    try connection.run(
      "INSERT INTO meta VALUES (1, ?, 0, 0, ?, ?, NULL, NULL)", .text(generation),
      .blob(seal.keyID),
      .blob(try seal.makeCheck(generation: generation)))
    // Here and not in the file's final place: a crash amid this change would leave a journal there
    // that the reading inspection of the next start cannot play back.
    try connection.useWriteAheadLog()
  }

  private func syncFolder() throws {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open(2)", folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("fsync(2)", folder) }
  }

  private func failure(_ call: String, _ name: String) -> StoreError {
    let number = errno
    let code: StoreError.Code = number == ENOSPC || number == EDQUOT ? .full : .inputOutput
    return StoreError(code, "\(call) \(name): \(String(cString: strerror(number)))")
  }
}
