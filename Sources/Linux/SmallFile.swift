internal import Glibc

/// The content of a file that is expected to be small, and who may read and change it.
package struct SmallFile: Sendable {
  /// What it holds.
  package let bytes: [UInt8]
  /// Who owns it.
  package let ownerID: UInt32
  /// Its group.
  package let groupID: UInt32
  /// Its permission bits, such as 0o640.
  package let mode: UInt32

  /// Reads the regular file at `path`; one longer than `limit` bytes is an EFBIG error.
  ///
  /// The facts belong to the file that was read (fstat(2) on the descriptor). A FIFO or device does
  /// not block the caller: it is refused with EINVAL.
  package init(path: String, limit: Int) throws(SystemError) {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else { throw .last("open(2)", path) }
    let file = FileDescriptor(owning: number)
    var facts = stat()
    guard fstat(number, &facts) == 0 else { throw .last("fstat(2)", path) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      let isFolder = facts.st_mode & S_IFMT == S_IFDIR
      throw SystemError(
        "open(2)", path, number: isFolder ? EISDIR : EINVAL,
        reason: isFolder ? nil : "it is a FIFO or device, not a regular file")
    }
    (ownerID, groupID, mode) = (facts.st_uid, facts.st_gid, facts.st_mode & 0o7777)
    bytes = try Self.read(file, path, limit)
  }

  private static func read(
    _ file: FileDescriptor, _ path: String, _ limit: Int
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let chunk = try file.read(upTo: 65_536), !chunk.isEmpty {
      bytes += chunk
      guard bytes.count <= limit else { throw SystemError("read(2)", path, number: EFBIG) }
    }
    return bytes
  }
}
