internal import CredentialCore

/// What works without a daemon is a mode of `credstated`, which a verb runs.
enum DaemonMode {
  /// Runs it with `arguments`; its output is caught only for a JSON document.
  static func run(
    _ arguments: [String], _ session: CommandSession
  ) async throws -> LaunchOutcome {
    let launcher = session.context.launcher
    let program = try ProgramSearch(launcher: launcher, environment: session.context.environment)
      .find("credstated")
    return try await launcher.run(
      Launch(
        path: program, arguments: arguments, capturesOutput: session.output.format == .json))
  }

  /// Runs one that writes its own report, as text or with `--json` as the member `name`; its status.
  static func report(
    _ name: String, _ session: CommandSession, arguments: (_ isJSON: Bool) -> [String]
  ) async throws -> Int32 {
    let isJSON = session.output.format == .json
    let outcome = try await run(arguments(isJSON), session)
    guard isJSON else { return outcome.status }
    try await session.output.answer(name, try ProgramReport.value(of: outcome)) { _ in "" }
    return outcome.status
  }
}
