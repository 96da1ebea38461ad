import CredentialCore
import CredentialHooks
import Glibc
import Linux
import Support
import Testing

/// A real `credstate-hookd` in a folder of its own, and the socket it was handed.
final class RunnerUnderTest {
  let folder = TemporaryFolder()
  private let listener: FileDescriptor
  private(set) var process: ChildProcess

  /// `descriptors` is how many it may have open.
  init(options: [String] = [], descriptors: Int? = nil) throws {
    listener = try UnixSocket.listen(path: folder.file("socket"), mode: 0o660)
    process = try Self.start(folder, listener, options, descriptors: descriptors)
  }

  deinit { stop(Signal.kill) }

  /// Ends the runner and starts another at the same socket.
  func restart(_ signal: Int32, options: [String] = []) throws {
    stop(signal)
    process = try Self.start(folder, listener, options)
  }

  /// Sends a signal and waits for the end.
  @discardableResult
  func stop(_ signal: Int32) -> ProcessEnding {
    process.signal(signal)
    return process.waitForEnding()
  }

  /// The socket is handed over as a service manager does it, so nobody has to wait for it.
  private static func start(
    _ folder: TemporaryFolder, _ listener: FileDescriptor, _ options: [String],
    descriptors: Int? = nil
  ) throws -> ChildProcess {
    let null = try FileDescriptor(path: "/dev/null", flags: O_RDWR)
    let log = try FileDescriptor(path: "/dev/stderr", flags: O_WRONLY)
    let limit = descriptors.map { "ulimit -n \($0); " } ?? ""
    let script = limit + #"LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@""#
    let arguments =
      [
        "sh", "-c", script, BuiltProducts.path("credstate-hookd"), "--trust-own-files", "--socket",
        folder.file("socket"), "--stop-grace", "0", "--allow-user", String(ThisProcess.userID),
      ] + options
    return try ChildProcess(
      SpawnRequest(
        path: "/bin/sh", arguments: arguments,
        environment: ["PATH=/usr/bin:/bin"] + Sanitizers.environment,
        descriptors: [null, log, log, listener]))
  }

  /// Connects and says hello; the reply is the first that comes.
  func connect() -> RunnerClient {
    let client = RunnerClient(RunnerConnection(path: folder.file("socket")))
    client.connection.send(.hello)
    return client
  }

  /// How to run an executable script with `body`.
  func script(
    _ body: String, name: String = "hook", limit: Duration = .seconds(300),
    grace: Duration = .seconds(5)
  ) -> RunRequest {
    let path = folder.write(name, "#!/bin/sh\n\(body)\n", mode: 0o755)
    return RunRequest(
      path: path, arguments: [], environment: ["PATH=/usr/bin:/bin"], directory: "/", mask: 0o077,
      limit: limit, grace: grace)
  }

  /// The key of an attempt, told apart by `sequence`.
  static func key(_ sequence: Int64, attempt: Int = 1) -> AttemptKey {
    AttemptKey(
      generation: "00ff", delivery: Delivery.ID(sequence: sequence, hook: HookName("hook")),
      attempt: attempt)
  }
}

/// One connection to a runner, read in order.
final class RunnerClient {
  let connection: RunnerConnection
  private var replies: AsyncStream<RunnerConnection.Incoming>.Iterator

  init(_ connection: RunnerConnection) {
    self.connection = connection
    replies = connection.incoming.makeAsyncIterator()
  }

  func next() async throws -> RunnerReply {
    switch await replies.next() {
    case .reply(let reply): return reply
    case .lost(let reason): throw ConnectionLost(reason: reason)
    case nil: throw ConnectionLost(reason: "ended")
    }
  }

  /// Prepares, tells to go and waits for the outcome; skips a hello.
  func run(
    _ request: RunRequest, as key: AttemptKey = RunnerUnderTest.key(1), input: String = ""
  ) async throws -> RunOutcome {
    connection.send(.prepare(key, request))
    while true {
      switch try await next() {
      case .prepared(key): connection.send(.go(key, input: input))
      case .outcome(key, let outcome):
        connection.send(.acknowledge(key))
        return outcome
      case .refused(_, let reason, _): throw ConnectionLost(reason: reason)
      case .fault(let reason): throw ConnectionLost(reason: reason)
      default: continue
      }
    }
  }
}

struct ConnectionLost: Error, Equatable {
  let reason: String
}
