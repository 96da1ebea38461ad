internal import CredentialCore

/// `status`: how the daemon is.
package enum StatusCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "status", summary: "show how the daemon is",
    details: "Conditions are shown with what to do about them; while one holds, the exit status is "
      + "still 0.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let row = try await session.monitor().status()
    try await session.output.answer("status", .fields(row)) { palette in
      text(of: row, palette: palette)
    }
    return ExitStatus.done.rawValue
  }

  /// The daemon's own members one a line, then one table each for providers, clients, hooks and
  /// conditions.
  static func text(of row: Fields, palette: Palette) -> String {
    let single = row.members.filter { $0.value.isSingle || $0.name == "deliveries" }
    var blocks = [
      warnings(of: row),
      Details.lines(single.map { ($0.name, CellText.of($0.value)) }, palette: palette),
    ]
    for (name, columns) in [
      ("providers", providerColumns), ("clients", clientColumns), ("hooks", hookColumns),
      ("conditions", conditionColumns),
    ] {
      guard case .list(let values)? = row[name] else { continue }
      var table = Table(columns, palette: palette)
      blocks.append(table.lines(for: values.compactMap(\.fields)))
    }
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Why nobody is logged out, when that is so: first of all, as it is easily forgotten.
  private static func warnings(of row: Fields) -> String {
    guard case .list(let providers)? = row["providers"] else { return "" }
    return providers.compactMap(\.fields).map { provider in
      let name = CellText.of(provider["name"])
      var text = ""
      if case .integer(let seconds)? = provider["paused_seconds"] {
        text +=
          "PAUSED: \(name) for \(DurationText.text(of: .seconds(seconds))), by uid "
          + "\(CellText.of(provider["paused_by"])): \(CellText.of(provider["pause_reason"]))\n"
      }
      if case .text(let word)? = provider["baseline"] {
        text +=
          "BASELINE: \(name) \(TerminalText.escaped(word)), first interval until "
          + "\(CellText.of(provider["baseline_until"])), "
          + "\(CellText.of(provider["baseline_negatives"])) negative verdicts kept back\n"
      }
      return text
    }.joined()
  }

  private static let providerColumns =
    [
      TableColumn("PROVIDER", "name"), TableColumn("KIND", "kind"), TableColumn("MODE", "mode"),
    ]
    + CredentialState.allCases.map { state in
      TableColumn(state.rawValue.uppercased()) { row in
        CellText.of(row["credentials"]?.fields?[state.rawValue] ?? .integer(0))
      }
    }
    + [TableColumn("HELD", "held"), TableColumn("WOULD LOG OUT", "would_log_out")]

  private static let clientColumns = [
    TableColumn("PROVIDER", "provider"), TableColumn("CLIENT", "client"),
    TableColumn("MEMBERS", "members"), TableColumn("CONTROL", "control"),
    TableColumn("AWAITING", "awaiting_control"), TableColumn("STALE", "stale"),
    TableColumn("BRAKE", "brake"),
    TableColumn("SINCE", "brake_since"),
  ]

  private static let hookColumns = [
    TableColumn("HOOK", "name"),
    TableColumn("DETAILS") { CellText.pairs($0.without(["name"])) },
  ]

  private static let conditionColumns = [
    TableColumn("CONDITION", "condition"), TableColumn("ABOUT", "subject"),
    TableColumn("SINCE", "since"), TableColumn("WHAT IS SO", "title"),
    TableColumn("DETAIL", "detail"), TableColumn("WHAT TO DO", "remedy"),
  ]
}

extension Value {
  /// Whether it fits on one line by itself.
  fileprivate var isSingle: Bool {
    switch self {
    case .list, .fields: false
    case .text, .integer, .boolean, .time: true
    }
  }
}

extension Fields {
  /// The members that are not called one of `names`.
  fileprivate func without(_ names: [String]) -> Fields {
    var rest: Fields = [:]
    for member in members where !names.contains(member.name) { rest.add(member.name, member.value) }
    return rest
  }
}
