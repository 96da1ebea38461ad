internal import CredentialCore

/// `config check`: lets `credstated` check a configuration, without a running daemon.
package enum ConfigCheckCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "config check", operands: [VerbOperand(.path, isOptional: true)],
    summary: "check a configuration without the daemon",
    details: "It runs credstated --check-config, found beside this program, in libexec or on PATH, "
      + "and ends with its status: 0 when FILE (without one: \(Names.configurationFile)) is good.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let file = invocation.operands.first
    let outcome = try await DaemonMode.run(
      ["--check-config"] + (file.map { ["--config", $0] } ?? []), session)
    guard session.output.format == .json else { return outcome.status }
    let lines = outcome.output.split(separator: "\n").map { Value.text(String($0)) }
    let answer: Fields = [
      "file": .text(file ?? Names.configurationFile), "valid": .boolean(outcome.status == 0),
      "messages": .list(lines),
    ]
    try await session.output.answer("configuration", .fields(answer)) { _ in "" }
    return outcome.status
  }
}
