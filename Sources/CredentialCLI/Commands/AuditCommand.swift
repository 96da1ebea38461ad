internal import CredentialCore

/// `audit`: who asked for what.
package enum AuditCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "audit", options: [CommonOptions.limit("entries")],
    summary: "list who asked for which operation, the newest first",
    details:
      "The newest 1000 of each kind are kept. NUMBER is to how many users it was done so far.",
    run: run)

  private static let columns = [
    TableColumn("AT", "at"), TableColumn("UID", "uid"), TableColumn("VERB", "verb"),
    TableColumn("PROVIDER", "provider"), TableColumn("SUBJECT", "subject"),
    TableColumn("NUMBER", "number"), TableColumn("REASON", "reason"),
  ]

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let limit = min(invocation.number("limit") ?? 100, CommonOptions.pageSize)
    let entries = try await session.monitor().audit(limit: UInt32(limit))
    try await session.output.beginRows("audit", columns: columns)
    try await session.output.rows(entries)
    try await session.output.endRows()
    return ExitStatus.done.rawValue
  }
}
