internal import CredentialCore

/// `resume`: ends a pause.
package enum ResumeCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "resume", operands: CommonOptions.anyProvider,
    options: [CommonOptions.reason(isRequired: false)],
    summary: "end a pause",
    details:
      "What was concluded meanwhile is judged by fresh looks, as fast as pace and budget allow. "
      + "Without PROVIDER the pause of all ends, and that of a single provider stays.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let outcome = try await session.monitor().operate(
      .plain(
        "Resume", provider: invocation.operand(0), reason: invocation.text("reason") ?? ""))
    var answer: Fields = [:]
    answer.add("provider", invocation.operand(0).isEmpty ? nil : .text(invocation.operand(0)))
    for member in outcome.members { answer.add(member.name, member.value) }
    let name = invocation.providerName
    var sentence =
      outcome["was_paused"] == .boolean(true)
      ? "\(name): the pause is over; \(CellText.of(outcome["users"])) users are looked at again\n"
      : "\(name): there was no such pause\n"
    if case .list(let still)? = outcome["still_paused"], !still.isEmpty {
      let names = still.map { CellText.of($0) }.joined(separator: ", ")
      sentence += "still paused by another word: \(names)\n"
    }
    let text = sentence
    try await session.output.answer("resume", .fields(answer)) { _ in text }
    return ExitStatus.done.rawValue
  }
}
