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
    var (left, cursor) = (invocation.number("limit") ?? .max, "")
    var isFirst = true
    repeat {
      let page = try await monitor.transfers(
        provider: invocation.operand(0), unmapped: invocation.has("unmapped"), cursor: cursor,
        limit: UInt32(min(left, CommonOptions.pageSize)))
      if isFirst { try await session.output.beginRows("transfers", columns: columns) }
      isFirst = false
      let rows = page.rows.prefix(Int(clamping: left))
      try await session.output.rows(Array(rows))
      left -= UInt64(rows.count)
      guard page.nextCursor != cursor else { break }
      cursor = page.nextCursor
    } while !cursor.isEmpty && left > 0
    try await session.output.endRows()
    return ExitStatus.done.rawValue
  }
}
