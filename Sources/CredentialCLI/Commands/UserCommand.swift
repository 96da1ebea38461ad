internal import CredentialCore

/// `user`: what is known of a user beside the identifier.
package enum UserCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "user", operands: CommonOptions.credential,
    summary: "show what is known of a user: mail address and name",
    details:
      "For root only. A provider may tell it at the first authorization alone, so what was told "
      + "once stays. email_is_relay marks an address that forwards to one that stays hidden.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let row = try await session.monitor().user(
      provider: invocation.operand(0), subject: invocation.operand(1))
    try await session.output.answer("user", .fields(row)) { palette in
      Details.lines(row.members.map { ($0.name, CellText.of($0.value)) }, palette: palette)
    }
    return ExitStatus.done.rawValue
  }
}
