internal import CredentialCore

/// `discard`: drops verdicts that are kept back.
package enum DiscardCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "discard", operands: [VerbOperand(.provider), VerbOperand(.subject, isOptional: true)],
    options: [
      VerbOption("all", "all that is kept back of the provider"), CommonOptions.preview,
      CommonOptions.reason(isRequired: true),
    ],
    summary: "drop verdicts that are kept back",
    details: "The states stay; the next negative answer begins a new suspicion.", run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    guard invocation.operand(1).isEmpty == invocation.has("all") else {
      throw UsageError("discard: name a SUBJECT, or give --all", verb: "discard")
    }
    let outcome = try await session.monitor().operate(
      .discard(
        provider: invocation.operand(0), subject: invocation.operand(1),
        reason: invocation.text("reason") ?? "", isPreview: invocation.has("preview")))
    return try await Selection.tell(
      "discarded", outcome, invocation, session,
      done: (
        one: "has no verdict kept back any more", several: "have no verdict kept back any more"
      ))
  }
}
