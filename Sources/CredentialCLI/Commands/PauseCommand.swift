internal import CredentialCore

/// `pause`: has verdicts wait while looks go on.
package enum PauseCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "pause", operands: CommonOptions.anyProvider,
    options: [CommonOptions.reason(isRequired: true)],
    summary: "have verdicts wait while looks go on",
    details:
      "Nobody is logged out until `resume`, also after a restart; what is concluded meanwhile is "
      + "listed by `holds`. Without PROVIDER it holds for all, also for those that are configured "
      + "later. `status` shows it as the condition paused.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let end = (["credstatectl resume"] + invocation.operands.map(TerminalText.escaped))
      .joined(separator: " ")
    return try await PlainOperation.run("Pause", as: "pause", invocation, session) { outcome in
      outcome["already"] == .boolean(true)
        ? "\(invocation.providerName): paused since \(CellText.of(outcome["since"])) already\n"
        : "\(invocation.providerName): verdicts are paused; end it with: \(end)\n"
    }
  }
}
