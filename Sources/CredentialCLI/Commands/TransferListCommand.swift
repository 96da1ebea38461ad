internal import CredentialCore

/// `transfer list`: the users whom a move concerns, with their old and new names.
package enum TransferListCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "transfer list", operands: [VerbOperand(.provider)],
    options: [
      VerbOption("unmapped", "only those whose new name is not known"),
      CommonOptions.limit("users"),
    ],
    summary: "list users with their old and new names in a move to another team", run: run)

  private static let columns = [
    TableColumn("SUBJECT", "subject"), TableColumn("TRANSFER SUBJECT", "transfer_subject"),
    TableColumn("NEW SUBJECT", "new_subject"), TableColumn("MAPPED", "mapped_at"),
    TableColumn("REFUSAL", "refusal"),
  ]

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let monitor = try await session.monitor()
    return try await session.list(
      "transfers", columns: columns, limit: invocation.number("limit")
    ) { cursor, limit in
      try await monitor.transfers(
        provider: invocation.operand(0), unmapped: invocation.has("unmapped"), cursor: cursor,
        limit: limit)
    }
  }
}
