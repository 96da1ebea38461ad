internal import CredentialCore

/// `check`: makes a look at the provider due now.
package enum CheckCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "check", operands: CommonOptions.credential,
    summary: "ask the provider about one credential now",
    details: "It does not wait for the answer; `events --follow` tells when something changed. A "
      + "budget that is spent is a failure, and the message says when the next look can be had.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let row = try await session.monitor().checkNow(
      provider: invocation.operand(0), subject: invocation.operand(1))
    guard case .text(let outcome)? = row["outcome"] else {
      throw CommandFailure(.incompatible, "the daemon's answer has no outcome")
    }
    if outcome == "budget_spent" { throw spent(invocation, until: row["until"]) }
    let sentence =
      outcome == "in_flight"
      ? "a look at \(invocation.credentialName) is on its way already"
      : "a look at \(invocation.credentialName) is due now"
    try await session.output.answer("check", .fields(row)) { _ in sentence + "\n" }
    return ExitStatus.done.rawValue
  }

  private static func spent(_ invocation: Invocation, until: Value?) -> CommandFailure {
    var details: Fields = [:]
    details.add("until", until)
    return CommandFailure(
      .budgetSpent,
      "the provider's rules allow no more looks at \(invocation.credentialName) now",
      nextStep: until.map { "try again after \(CellText.of($0))" } ?? "try again tomorrow",
      details: details)
  }
}
