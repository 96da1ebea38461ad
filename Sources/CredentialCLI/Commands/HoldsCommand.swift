internal import CredentialCore

/// `holds`: the users about whom a proven verdict is kept back.
package enum HoldsCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "holds",
    options: [
      VerbOption("provider", letter: "p", value: .provider, "only of this provider"),
      CommonOptions.limit("credentials"),
    ],
    summary: "list the users about whom a verdict is kept back",
    details:
      "Their states have not changed and no hook was run. `release` has them judged by fresh "
      + "looks, and has pushes turn that nothing newer speaks against, but for what mode `observe` "
      + "keeps back; `discard` drops them.",
    run: run)

  private static let columns = [
    TableColumn("PROVIDER", "provider"), TableColumn("SUBJECT", "subject"),
    TableColumn("ACCOUNT", "account"), TableColumn("STATE", "state"),
    TableColumn("HELD BY") { text(of: $0, "held", ofPush: "push_held") },
    TableColumn("SINCE") { text(of: $0, "held_since", ofPush: "push_held_since") },
    TableColumn("SUSPECTED") { text(of: $0, "suspected_since") },
    TableColumn("PUSHED", "push"),
  ]

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    try await ListCommand.list(
      session, provider: invocation.text("provider") ?? "", state: nil, isHeld: true,
      limit: invocation.number("limit"), columns: columns)
  }

  /// A member of a push that is kept back, else of the first token that a verdict is kept back for.
  private static func text(of row: Fields, _ name: String, ofPush push: String = "") -> String {
    if let value = row[push] { return CellText.of(value) }
    guard case .list(let grants)? = row["grants"] else { return "" }
    let held = grants.compactMap(\.fields).first { $0["held"] != nil }
    return held?[name].map { CellText.of($0) } ?? ""
  }
}
