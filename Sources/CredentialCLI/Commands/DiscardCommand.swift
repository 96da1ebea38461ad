internal import CredentialCore

/// `discard`: drops a verdict that is kept back.
package enum DiscardCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "discard", operands: CommonOptions.credential,
    summary: "drop a verdict that is kept back",
    details: "The state stays; the next negative answer begins a new suspicion.", run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let (provider, subject) = (invocation.operand(0), invocation.operand(1))
    try await session.monitor().discardHold(provider: provider, subject: subject)
    let sentence = "the verdict about \(invocation.credentialName) is dropped\n"
    try await session.output.answer(
      "discarded", .fields(["provider": .text(provider), "subject": .text(subject)])
    ) { _ in sentence }
    return ExitStatus.done.rawValue
  }
}
