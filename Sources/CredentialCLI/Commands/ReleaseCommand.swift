internal import CredentialCore

/// `release`: takes the brake off a provider.
package enum ReleaseCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "release", operands: [VerbOperand(.provider)],
    summary: "take the brake off a provider",
    details:
      "What it kept back is judged by fresh looks, as fast as pace and budget allow. Look at "
      + "`holds` and `status` first: a provider that is wrong about many users is no reason to "
      + "log them out.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let provider = invocation.operand(0)
    let released = try await session.monitor().releaseHolds(provider: provider)
    let name = TerminalText.escaped(provider)
    let sentence = "the brake of \(name) is off; \(released) users are looked at again\n"
    try await session.output.answer(
      "release",
      .fields(["provider": .text(provider), "released": .integer(Int64(clamping: released))])
    ) { _ in sentence }
    return ExitStatus.done.rawValue
  }
}
