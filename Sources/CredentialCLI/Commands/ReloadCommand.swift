internal import CredentialCore

/// `reload`: makes the daemon read its configuration again.
package enum ReloadCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "reload", summary: "make the daemon read its configuration again",
    details: "It answers after the switch. A new configuration with faults changes nothing, and "
      + "all its faults are printed.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    try await session.monitor().reload()
    try await session.output.answer("reloaded", .boolean(true)) { _ in
      "the new configuration is in force\n"
    }
    return ExitStatus.done.rawValue
  }
}
