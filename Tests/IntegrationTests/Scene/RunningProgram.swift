internal import Glibc
internal import Linux
internal import Support

/// A built program in the background, its output as lines; killed with its last reference.
final class RunningProgram: Sendable {
  /// What it writes to standard output and standard error.
  let log = LineLog()
  private let child: ChildProcess
  private let ending = Lock<ProcessEnding?>(nil)
  private let over = LineLog()

  /// Its process id.
  var pid: Int32 { child.pid }

  /// Starts a built program; `prefix` is a program that starts it in turn, such as a shell.
  convenience init(_ name: String, _ arguments: [String], prefix: [String] = []) throws {
    try self.init(prefix + [BuiltProducts.path(name)] + arguments)
  }

  /// Starts a program by its path and arguments.
  init(_ words: [String]) throws {
    let pipe = try Pipe()
    let input = try FileDescriptor(path: "/dev/null", flags: O_RDONLY)
    child = try ChildProcess(
      SpawnRequest(
        path: words[0], arguments: words,
        environment: ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"] + Sanitizers.environment,
        descriptors: [input, pipe.writer, pipe.writer]))
    let (child, log, ending, over) = (child, log, ending, over)
    let reader = pipe.reader
    NamedThread(name: "output") {
      while let bytes = try? reader.read(upTo: 65_536), !bytes.isEmpty { log.append(bytes) }
      let result = child.waitForEnding()
      ending.withLock { $0 = result }
      log.end()
      over.append("over")
      over.end()
    }.detach()
  }

  deinit { child.signal(SIGKILL) }

  /// Sends a signal.
  func signal(_ number: Int32) { child.signal(number) }

  /// Waits for the end; gives the exit status, 128 and the signal's number after a signal.
  @discardableResult
  func end() async throws -> Int32 {
    try await over.line(with: "over")
    switch ending.withLock({ $0 }) {
    case .exited(let status)?: return status
    case .signalled(let number)?: return 128 + number
    case nil: return -1
    }
  }

  /// Asks it to end and waits.
  @discardableResult
  func stop(_ number: Int32 = SIGTERM) async throws -> Int32 {
    signal(number)
    return try await end()
  }
}
