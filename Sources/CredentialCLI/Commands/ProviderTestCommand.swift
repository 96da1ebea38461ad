internal import CredentialCore

/// `provider test`: asks a provider whether it accepts this service, without asking about a user.
package enum ProviderTestCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "provider test", operands: [VerbOperand(.provider)],
    summary: "test whether a provider accepts this service",
    details:
      "The daemon makes one harmless call for each client, with a made-up token, and says what is "
      + "wrong and what to do. No user is asked about and no budget is charged. The exit status is "
      + "1 when anything is wrong.",
    run: run)

  private static let columns = [
    TableColumn("FINDING", "code"),
    TableColumn("CLIENT") { CellText.of($0["client"] ?? .text("all")) },
    TableColumn("WHAT IS SO", "title"), TableColumn("DETAIL", "detail"),
    TableColumn("WHAT TO DO", "remedy"),
  ]

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let row = try await session.monitor().testProvider(provider: invocation.operand(0))
    guard case .boolean(let isWell)? = row["well"], case .list(let findings)? = row["findings"]
    else { throw CommandFailure(.incompatible, "the daemon's answer has no findings") }
    try await session.output.answer("test", .fields(row)) { palette in
      let single = row.members.filter { $0.name != "findings" }
      let head = Details.lines(
        single.map { ($0.name, CellText.of($0.value)) }, palette: palette)
      var table = Table(columns, palette: palette)
      return head + "\n" + table.lines(for: findings.compactMap(\.fields))
    }
    return (isWell ? ExitStatus.done : .failed).rawValue
  }
}
