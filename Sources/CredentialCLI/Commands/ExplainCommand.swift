internal import CredentialCore

/// `explain`: why one credential is as it is, and what comes next.
package enum ExplainCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "explain", operands: CommonOptions.credential,
    summary: "tell how one credential came to be as it is, and what comes next",
    details:
      "Sign-ins, looks that said something new and the rule that decided on each, events, hooks, "
      + "and what an administrator did, the oldest first; then the next look and what it would take "
      + "to change the state. A user who is confirmed every day adds nothing to it.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let explanation = try await session.monitor().explain(
      provider: invocation.operand(0), subject: invocation.operand(1))
    var whole: Fields = ["timeline": .list(explanation.rows.map(Value.fields))]
    for member in explanation.facts.members { whole.add(member.name, member.value) }
    let width = width(of: session.context)
    try await session.output.answer("explanation", .fields(whole)) { palette in
      ExplanationText(explanation: explanation, palette: palette, width: width).text
    }
    return ExitStatus.done.rawValue
  }

  /// The terminal's, or what `COLUMNS` says; prose is never wider than 100 columns.
  private static func width(of context: CommandContext) -> Int {
    let said = context.environment["COLUMNS"].flatMap { Int($0) }
    return min(max(context.output.columns ?? said ?? 100, 60), 100)
  }
}
