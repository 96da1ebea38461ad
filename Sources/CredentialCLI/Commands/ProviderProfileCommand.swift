internal import CredentialCore

/// `provider profile`: what a provider's answers are taken for.
package enum ProviderProfileCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "provider profile", operands: [VerbOperand(.provider)],
    summary: "show what a provider's answers are taken for",
    details:
      "The first row that an answer fits decides. Rows of the configuration "
      + "([[provider.NAME.answer]]) come first and name their place.",
    run: run)

  private static let columns = [
    TableColumn("STATUS", "status"), TableColumn("BODY", "body"), TableColumn("ERROR", "error"),
    TableColumn("SUBTYPE", "subtype"), TableColumn("CLASS", "class"),
    TableColumn("COUNTS AS", "strength"),
    TableColumn("FROM") { row in
      row["place"].map { CellText.of($0) } ?? "built in"
    },
    TableColumn("WHY", "why"),
  ]

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let row = try await session.monitor().profile(provider: invocation.operand(0))
    guard case .list(let rows)? = row["rows"] else {
      throw CommandFailure(.incompatible, "the daemon's answer has no rows")
    }
    try await session.output.answer("profile", .fields(row)) { palette in
      var table = Table(columns, palette: palette)
      return table.lines(for: rows.compactMap(\.fields))
    }
    return ExitStatus.done.rawValue
  }
}
