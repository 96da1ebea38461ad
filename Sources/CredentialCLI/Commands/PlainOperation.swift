internal import CredentialCore

/// What `pause`, `resume` and `baseline accept` have in common: an operation on one provider or on all,
/// whose outcome is told in a sentence or as it is.
enum PlainOperation {
  /// Calls `member` on the bus and prints under `name`, for people what `sentence` makes of the outcome.
  static func run(
    _ member: String, as name: String, _ invocation: Invocation, _ session: CommandSession,
    sentence: (Fields) -> String
  ) async throws -> Int32 {
    let provider = invocation.operand(0)
    let outcome = try await session.monitor().operate(
      .plain(member, provider: provider, reason: invocation.text("reason") ?? ""))
    var answer: Fields = [:]
    answer.add("provider", provider.isEmpty ? nil : .text(provider))
    for member in outcome.members { answer.add(member.name, member.value) }
    let text = sentence(outcome)
    try await session.output.answer(name, .fields(answer)) { _ in text }
    return ExitStatus.done.rawValue
  }
}
