internal import CLinux
internal import Glibc

/// Facts about this process, and what it asks of the kernel for itself (prctl(2)).
package enum ThisProcess {
  /// Its process id.
  package static let pid: Int32 = getpid()
  /// Its effective user id.
  package static let userID: UInt32 = geteuid()
  /// Its effective group id.
  package static let groupID: UInt32 = getegid()

  /// Makes orphaned descendants children of this process (`PR_SET_CHILD_SUBREAPER`).
  package static func becomeSubreaper() { _ = clinux_become_subreaper() }

  /// Lets nobody of the same user read this process's memory, and leaves no core file.
  package static func forbidDumping() { _ = clinux_forbid_dumping() }

  /// Removes the zombie of `pid`, a child that is known to no `ChildProcess`; false when it lives.
  package static func reapOrphan(_ pid: Int32) -> Bool { waitpid(pid, nil, WNOHANG) == pid }

  /// The directory that holds the running program (`/proc/self/exe`, proc(5)).
  package static func programDirectory() -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let path = String(decoding: buffer.prefix(count), as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
