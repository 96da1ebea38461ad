internal import CredentialCore

/// `baseline accept`: ends a provider's baseline.
package enum BaselineAcceptCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "baseline accept", operands: CommonOptions.anyProvider,
    options: [CommonOptions.reason(isRequired: false)],
    summary: "accept what a provider's first interval found",
    details:
      "What was negative in the first interval after a provider's first user was registered, and "
      + "since then, is kept back: see `holds`. Accepted, it is judged by fresh looks, as fast as "
      + "pace and budget allow.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let outcome = try await session.monitor().operate(
      .plain(
        "AcceptBaseline", provider: invocation.operand(0),
        reason: invocation.text("reason") ?? ""))
    var answer: Fields = [:]
    answer.add("provider", invocation.operand(0).isEmpty ? nil : .text(invocation.operand(0)))
    for member in outcome.members { answer.add(member.name, member.value) }
    let users = CellText.of(outcome["users"])
    let sentence = "\(invocation.providerName): accepted; \(users) users are looked at again\n"
    try await session.output.answer("baseline", .fields(answer)) { _ in sentence }
    return ExitStatus.done.rawValue
  }
}
