internal import CLinux
internal import Glibc

/// What a child process is started with; see posix_spawn(3).
package struct SpawnRequest: Sendable {
  /// The executable's path; no search.
  package var path: String
  /// The whole argument list, the program's name first.
  package var arguments: [String]
  /// The whole environment, as `NAME=value`.
  package var environment: [String]
  /// The working directory; nil: that of the parent.
  package var directory: String?
  /// What become descriptors 0, 1, 2, ... of the child; it gets no others. At most 16.
  package var descriptors: [FileDescriptor]

  /// Spells out a request. Texts end at their first NUL, so the caller refuses those that hold one.
  package init(
    path: String, arguments: [String], environment: [String], directory: String? = nil,
    descriptors: [FileDescriptor]
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.descriptors = descriptors
  }
}

/// How a process ended.
package enum ProcessEnding: Sendable, Equatable {
  /// It exited with this status.
  case exited(Int32)
  /// It was killed by this signal.
  case signalled(Int32)
}

/// A child process that leads a session and a group of its own, with all signals at their default.
///
/// Its pid is not reused before `reap` returned an ending, so until then the group can be signalled
/// safely. Call `reap` once `pidDescriptor` is readable, or a zombie stays.
package final class ChildProcess: Sendable {
  /// Its process id, which is its session's and its group's too.
  package let pid: Int32
  /// Readable when the process has ended (pidfd_open(2)).
  package let pidDescriptor: FileDescriptor

  /// Starts a process.
  package init(_ request: SpawnRequest) throws(SystemError) {
    let arguments = CStringArray(request.arguments)
    let environment = CStringArray(request.environment)
    var pid: Int32 = 0
    let error = request.path.withCString { path in
      request.directory.withOptionalCString { directory in
        request.descriptors.map(\.number).withUnsafeBufferPointer { numbers in
          var raw = clinux_spawn(
            path: path, arguments: arguments.pointer, environment: environment.pointer,
            directory: directory, descriptors: numbers.baseAddress,
            descriptor_count: Int32(numbers.count))
          return clinux_spawn(&raw, &pid)
        }
      }
    }
    guard error == 0 else { throw SystemError("posix_spawn(3)", request.path, number: error) }
    self.pid = pid
    // Nobody else reaps this child, so the pid is still its own.
    let number = pidfd_open(pid, 0)
    guard number >= 0 else {
      let failure = SystemError.last("pidfd_open(2)", request.path)
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
      throw failure
    }
    pidDescriptor = FileDescriptor(owning: number)
  }

  /// How the process ended; nil when it has not. The zombie stays until `reap`.
  package func ending() -> ProcessEnding? { wait(WEXITED | WNOHANG | WNOWAIT) }

  /// How the process ended, and removes the zombie; nil when it has not ended.
  package func reap() -> ProcessEnding? { wait(WEXITED | WNOHANG) }

  /// Waits on the calling thread until the process has ended, and removes the zombie.
  package func waitForEnding() -> ProcessEnding { wait(WEXITED) ?? .exited(-1) }

  /// Sends a signal to the process; nothing happens once it was reaped.
  package func signal(_ number: Int32) {
    _ = pidfd_send_signal(pidDescriptor.number, number, nil, 0)
  }

  /// Sends a signal to every process of its group. Do not call after `reap`.
  package func signalGroup(_ number: Int32) { kill(-pid, number) }

  private func wait(_ options: Int32) -> ProcessEnding? {
    var info = siginfo_t()
    var status: Int32
    repeat {
      status = waitid(P_PIDFD, id_t(pidDescriptor.number), &info, options)
    } while status != 0 && errno == EINTR
    guard status == 0, info.si_signo == SIGCHLD else { return nil }
    return clinux_child_exited(&info) != 0
      ? .exited(clinux_child_status(&info)) : .signalled(clinux_child_status(&info))
  }
}

/// A null-terminated array of C strings for exec(3), freed with its owner.
private final class CStringArray {
  let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointer = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() { pointer[index] = strdup(string) }
    pointer[count] = nil
  }

  deinit {
    for index in 0..<count { free(pointer[index]) }
    pointer.deallocate()
  }
}

extension Optional where Wrapped == String {
  fileprivate func withOptionalCString<Result>(
    _ body: (UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let self else { return body(nil) }
    return self.withCString(body)
  }
}
