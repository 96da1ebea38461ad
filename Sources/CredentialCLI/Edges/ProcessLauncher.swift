internal import Glibc
internal import Linux

/// Runs real programs (posix_spawn(3)), each waited for on a thread of its own.
package struct ProcessLauncher: ProgramLauncher {
  /// The most bytes of a program's output that are gathered.
  package static let outputLimit = 1 << 20

  /// Makes a launcher.
  package init() {}

  /// Whether the file may be executed (access(2)) and is no directory.
  package func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }

  /// The directory of `/proc/self/exe`.
  package func ownDirectory() -> String? { ThisProcess.programDirectory() }

  /// Spawns it with the standard streams of this process and waits for its end.
  package func run(_ launch: Launch) async throws(CommandFailure) -> LaunchOutcome {
    let result = await withCheckedContinuation { continuation in
      NamedThread(name: "program") {
        continuation.resume(returning: Self.runBlocking(launch))
      }.detach()
    }
    return try result.get()
  }

  private static func runBlocking(_ launch: Launch) -> Result<LaunchOutcome, CommandFailure> {
    var ends: [Int32] = [-1, -1]
    if launch.capturesOutput {
      guard pipe(&ends) == 0 else { return .failure(failure(launch, errno)) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    var pid = pid_t()
    let status = spawn(launch, output: ends[1], &pid)
    if ends[1] >= 0 { close(ends[1]) }
    defer { if ends[0] >= 0 { close(ends[0]) } }
    guard status == 0 else { return .failure(failure(launch, status)) }
    let output = ends[0] >= 0 ? gather(ends[0]) : ""
    return .success(LaunchOutcome(status: wait(for: pid), output: output))
  }

  private static func spawn(_ launch: Launch, output: Int32, _ pid: inout pid_t) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if output >= 0 {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
      posix_spawn_file_actions_adddup2(&actions, output, 2)
    }
    var arguments = ([launch.path] + launch.arguments).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    return posix_spawn(&pid, launch.path, &actions, nil, &arguments, environ)
  }

  /// Reads to the end, keeps what the bound allows, so that the program never waits for room.
  private static func gather(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count].prefix(outputLimit - bytes.count)
    }
  }

  /// The exit status as a shell gives it (wait(2)).
  private static func wait(for pid: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  private static func failure(_ launch: Launch, _ number: Int32) -> CommandFailure {
    CommandFailure(
      .program, "\(launch.path) cannot be started: \(SystemError.text(of: number))")
  }
}
