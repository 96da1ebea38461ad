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

  /// Lets nobody but this user read the files it makes, whatever umask(2) it was started with.
  package static func keepFilesPrivate() { _ = umask(0o077) }

  /// Removes the zombie of `pid`, a child that is known to no `ChildProcess`; false when it lives.
  package static func reapOrphan(_ pid: Int32) -> Bool { waitpid(pid, nil, WNOHANG) == pid }

  /// The directory that holds the running program (`/proc/self/exe`, proc(5)).
  package static func programDirectory() -> String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    let parts = String(cString: resolved).split(separator: "/")
    return "/" + parts.dropLast().joined(separator: "/")
  }

  /// The listening socket that a service manager handed over; nil when there is none
  /// (`LISTEN_PID` and `LISTEN_FDS` of sd_listen_fds(3), whose first descriptor is 3).
  package static func inheritedSocket() -> FileDescriptor? {
    guard variable("LISTEN_PID") == String(pid), variable("LISTEN_FDS") == "1" else { return nil }
    _ = fcntl(3, F_SETFD, FD_CLOEXEC)
    let socket = FileDescriptor(owning: 3)
    socket.setNonBlocking()
    return socket
  }

  /// The value of one of this process's environment variables; nil when it is not set.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Ends the process at once (_exit(2)), for one with threads that are still at work: what libraries
  /// tear down in exit(3) would be torn down under them.
  package static func end(_ status: Int32) -> Never { _exit(status) }

  /// Ignores SIGPIPE: a write to a pipe or socket nobody reads is an error then, not a signal.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// The user id of a user's name or of a number in text; nil when there is no such user.
  package static func userID(named name: String) -> UInt32? {
    UInt32(name) ?? getpwnam(name).map { $0.pointee.pw_uid }
  }

  /// The name of this process's user, its number when it has none.
  package static func userName() -> String {
    getpwuid(userID).map { String(cString: $0.pointee.pw_name) } ?? String(userID)
  }

  /// Writes a line to standard output.
  package static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// Writes a line to standard error.
  package static func complain(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
