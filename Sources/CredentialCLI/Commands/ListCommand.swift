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
    return try await session.list("credentials", columns: columns, limit: limit) { cursor, limit in
      try await monitor.credentials(
        provider: provider, state: state, held: isHeld, stale: isStale, cursor: cursor, limit: limit
      )
    }
  }
}
