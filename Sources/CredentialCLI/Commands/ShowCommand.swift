internal import CredentialCore

/// `show`: all that is known of one credential.
package enum ShowCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "show", operands: CommonOptions.credential, summary: "show one credential",
    details: "A revoked credential is an answer, not a failure: the exit status is 0.", run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let row = try await session.monitor().credential(
      provider: invocation.operand(0), subject: invocation.operand(1))
    try await session.output.answer("credential", .fields(row)) { palette in
      text(of: row, palette: palette)
    }
    return ExitStatus.done.rawValue
  }

  /// One member a line, then the tokens' records as a table.
  static func text(of row: Fields, palette: Palette) -> String {
    let members = row.members.filter { $0.name != "grants" }
    let text = Details.lines(members.map { ($0.name, CellText.of($0.value)) }, palette: palette)
    guard case .list(let grants)? = row["grants"], !grants.isEmpty else { return text }
    var table = Table(grantColumns, palette: palette)
    return text + "\n" + table.lines(for: grants.compactMap(\.fields))
  }

  private static let grantColumns = [
    TableColumn("CLIENT", "client"), TableColumn("TOKEN", "status"),
    TableColumn("CONFIRMED", "confirmed"), TableColumn("SUSPECTED", "suspected_since"),
    TableColumn("CONFIRMABLE FROM", "confirmable_from"), TableColumn("HELD", "held"),
  ]
}

extension Value {
  /// The members, when the value has any.
  var fields: Fields? {
    if case .fields(let fields) = self { fields } else { nil }
  }
}
