internal import CredentialCore

/// `list`: the credentials, page by page.
package enum ListCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "list",
    options: [
      VerbOption("provider", letter: "p", value: .provider, "only of this provider"),
      VerbOption(
        "state", letter: "s",
        value: .choice("STATE", CredentialState.allCases.map(\.rawValue)), "only in this state"),
      VerbOption("stale", "only those whom nobody has confirmed for long"),
      CommonOptions.limit("credentials"),
    ],
    summary: "list credentials",
    details: "The order is that of the bytes of provider, then subject. This is what runs when no "
      + "verb is given.",
    run: run)

  /// What the table shows of a credential.
  package static let columns = [
    TableColumn("PROVIDER", "provider"), TableColumn("SUBJECT", "subject"),
    TableColumn("ACCOUNT", "account"), TableColumn("STATE", "state"),
    TableColumn("REASON", "reason"), TableColumn("SINCE", "since"),
    TableColumn("CONFIRMED", "last_confirmed"),
  ]

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    try await list(
      session, provider: invocation.text("provider") ?? "", state: invocation.text("state"),
      isStale: invocation.has("stale"), limit: invocation.number("limit"), columns: columns)
  }

  /// Lists page by page, at most `limit` credentials.
  static func list(
    _ session: CommandSession, provider: String, state: String?, isHeld: Bool = false,
    isStale: Bool = false, limit: UInt64?, columns: [TableColumn]
  ) async throws -> Int32 {
    let monitor = try await session.monitor()
    var left = limit ?? .max
    var cursor = ""
    var isFirst = true
    repeat {
      let page = try await monitor.credentials(
        provider: provider, state: state, held: isHeld, stale: isStale, cursor: cursor,
        limit: UInt32(min(left, CommonOptions.pageSize)))
      if isFirst { try await session.output.beginRows("credentials", columns: columns) }
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
