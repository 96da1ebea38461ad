internal import CredentialCore

/// `transfer plan`: what is to be done for the move of an app to another team, and in which order.
package enum TransferPlanCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "transfer plan", operands: [VerbOperand(.provider)],
    summary: "say what is to be done when an app goes to another team",
    details:
      "Apple names a user anew when the app changes its team. Nothing is done or asked; the steps "
      + "are told, with how far each has come and how long it takes.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let row = try await session.monitor().transfer(provider: invocation.operand(0))
    let text = text(of: row, TerminalText.escaped(invocation.operand(0)))
    try await session.output.answer("transfer", .fields(row)) { _ in text }
    return ExitStatus.done.rawValue
  }

  private static func text(of row: Fields, _ provider: String) -> String {
    let cell = { (name: String) in CellText.of(row[name]) }
    let target = cell("target")
    let isAccepted = row["accepted"] != nil
    let steps = [
      "Before the app is transferred, collect an identifier of each user:\n"
        + "   credstatectl transfer export \(provider)\n"
        + "   \(cell("collected")) of \(cell("users")) users are collected; all take about "
        + "\(duration(row)).",
      "Transfer the app to team \(target), which has 60 days from its acceptance on.\n"
        + (isAccepted
          ? "   accepted \(cell("accepted")), the days end \(cell("deadline"))"
          : "   then: transfer_accepted = \"DATE\" in provider.\(provider)"),
      "Give the receiving team's key: transfer_key_id, transfer_key_file.\n"
        + (row["can_import"] == .boolean(true) ? "   it is configured" : "   it is missing yet"),
      "Exchange the identifiers for the new names, within these days:\n"
        + "   credstatectl transfer import \(provider)\n"
        + "   \(cell("mapped")) of \(cell("users")) users have their new name. Who signs in "
        + "meanwhile is recognized too.",
      "Take over the new names: credstatectl transfer list \(provider) --json\n"
        + "   Then make the receiving team's the provider's own: team_id, key_id and key_file.",
    ]
    let numbered = steps.enumerated().map { "\($0.offset + 1). \($0.element)" }
    return numbered.joined(separator: "\n") + "\n"
  }

  private static func duration(_ row: Fields) -> String {
    guard case .integer(let seconds)? = row["seconds_a_stage"] else { return "a while" }
    return Duration.seconds(max(1, seconds)).words
  }
}
