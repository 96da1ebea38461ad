internal import Glibc

/// The sole right to something, held through an empty-but-for-a-pid file of its own (flock(2)).
///
/// The kernel drops it when the process ends, however it ends. The file is never removed: removing
/// it would let two processes lock two files of one name.
package final class FileLock: Sendable {
  /// The lock file.
  package let path: String
  private let file: FileDescriptor

  /// Takes the lock or throws at once; never waits. The file is made with mode 0600 if missing.
  package init(path: String) throws(FileLockError) {
    self.path = path
    let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw .failed(.last("open(2)", path)) }
    file = FileDescriptor(owning: number)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      guard errno == EWOULDBLOCK else { throw .failed(.last("flock(2)", path)) }
      throw .held(path: path, pid: Self.holder(file))
    }
    let pid = Array("\(getpid())\n".utf8)
    guard ftruncate(number, 0) == 0, pwrite(number, pid, pid.count, 0) == pid.count else {
      throw .failed(.last("write(2)", path))
    }
  }

  deinit {
    // Not only by closing: a child that is just being spawned has a copy until it executes.
    flock(file.number, LOCK_UN)
  }

  /// The pid that the holder wrote; nil when it has not got round to it.
  private static func holder(_ file: FileDescriptor) -> Int32? {
    guard let bytes = try? file.read(upTo: 16), bytes.last == UInt8(ascii: "\n") else { return nil }
    return Int32(String(decoding: bytes.dropLast(), as: UTF8.self))
  }
}

/// Why a file lock was not taken.
package enum FileLockError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Another process holds it; its pid when it can be read.
  case held(path: String, pid: Int32?)
  /// The lock file cannot be used.
  case failed(SystemError)

  /// What happened, in one line.
  package var description: String {
    switch self {
    case .held(let path, let pid):
      "\(path) is locked by " + (pid.map { "process \($0)" } ?? "another process")
    case .failed(let error): error.description
    }
  }
}
