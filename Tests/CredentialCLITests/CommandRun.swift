import CredentialCLI
import CredentialCore
import JSON
import Systemd
import Testing

/// One run of the whole command in this process, with streams in memory.
struct CommandRun {
  /// The exit status.
  let status: Int32
  /// Standard output.
  let output: String
  /// Standard error.
  let errors: String

  /// Runs a command line against the bus at `address` (which may have no daemon, or be no bus).
  static func run(
    _ arguments: [String], bus address: String = "unix:path=/nonexistent/bus",
    token: String? = nil, environment: [String: String] = [:], isTerminal: Bool = false,
    launcher: any ProgramLauncher = NoPrograms()
  ) async -> CommandRun {
    let output = MemorySink(isTerminal: isTerminal)
    let errors = MemorySink()
    let context = CommandContext.test(
      output: output, errors: errors, bus: address, token: token, environment: environment,
      launcher: launcher)
    let status = await CommandLineTool.run(
      arguments: arguments.map { Array($0.utf8) }, context: context)
    return CommandRun(status: status, output: output.text, errors: errors.text)
  }

  /// Runs a command line against a daemon that is no process at all.
  static func run(
    _ arguments: [String], client: any MonitorClient, output: MemorySink = MemorySink()
  ) async -> CommandRun {
    let errors = MemorySink()
    var context = CommandContext.test(output: output, errors: errors, bus: "")
    context.openMonitor = { _ in client }
    let status = await CommandLineTool.run(
      arguments: arguments.map { Array($0.utf8) }, context: context)
    return CommandRun(status: status, output: output.text, errors: errors.text)
  }

  /// Standard output as exactly one JSON document, read strictly.
  var document: JSONValue {
    get throws { try JSONValue.parse(Array(output.utf8), maximumBytes: 1 << 24) }
  }
}

extension CommandContext {
  /// A context for tests: memory, a bus at a fixed address, no waiting between tries.
  static func test(
    output: any TextSink, errors: any TextSink, bus address: String, token: String? = nil,
    environment: [String: String] = [:], launcher: any ProgramLauncher = NoPrograms()
  ) -> CommandContext {
    CommandContext(
      output: output, errors: errors, input: FixedToken(token: token), environment: environment,
      openMonitor: { try await BusMonitorClient.open(BusAddress($0 ?? address)) },
      launcher: launcher, pause: { _ in await Task.yield() })
  }
}

/// Standard input that holds a token, or none.
struct FixedToken: TokenInput {
  let token: String?

  func readToken(limit: Int) async throws(CommandFailure) -> Secret {
    guard let token else { throw CommandFailure(.badToken, "no token in this test") }
    return Secret(Array(token.utf8))
  }

  func readDocument(limit: Int) async throws(CommandFailure) -> Secret {
    try await readToken(limit: limit)
  }
  func readBody(limit: Int) async throws(CommandFailure) -> [UInt8] { Array((token ?? "").utf8) }
}

/// A machine without any program.
struct NoPrograms: ProgramLauncher {
  func isProgram(_ path: String) -> Bool { false }
  func ownDirectory() -> String? { nil }
  func run(_ launch: Launch) async throws(CommandFailure) -> LaunchOutcome {
    throw CommandFailure(.program, "there is none")
  }
}
