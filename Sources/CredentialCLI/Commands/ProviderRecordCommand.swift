internal import CredentialCore

/// `provider record`: keeps redacted answers about a test user, and prints what was kept.
package enum ProviderRecordCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "provider record",
    operands: [VerbOperand(.provider), VerbOperand(.subject, isOptional: true)],
    options: [VerbOption("stop", "end the recording of SUBJECT and destroy what it kept")],
    summary: "keep redacted answers about a test user, and print them",
    details:
      "With SUBJECT each further look at this user is recorded; no look is made for it, so it goes on "
      + "for days. Use a user of your own, withdraw the consent, and let the daily looks come; `check` "
      + "makes one more a day. Without SUBJECT what was kept is printed, with the class that each "
      + "answer got and the row of the profile that decided, without a secret, a user ID or a client "
      + "id, fit to be sent on.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let provider = invocation.operand(0)
    let isStop = invocation.has("stop")
    if invocation.operands.count < 2 {
      if isStop { throw UsageError("provider record: --stop needs SUBJECT", verb: verb.name) }
      return try await print(provider, session)
    }
    let subject = invocation.operand(1)
    let (monitor, name) = (try await session.monitor(), invocation.credentialName)
    var row: Fields = ["provider": .text(provider), "subject": .text(subject)]
    if isStop {
      try await monitor.stopRecording(provider: provider, subject: subject)
      try await session.output.answer("stopped", .fields(row)) { _ in
        "what was recorded of \(name) is destroyed\n"
      }
    } else {
      let since = try await monitor.startRecording(provider: provider, subject: subject)
      row.add("since", .time(since))
      try await session.output.answer("recording", .fields(row)) { _ in
        "answers about \(name) are recorded since \(CellText.time(since)); "
          + "a look now: credstatectl check PROVIDER SUBJECT\n"
      }
    }
    return ExitStatus.done.rawValue
  }

  private static let columns = [
    TableColumn("AT", "at"), TableColumn("STATUS", "status"), TableColumn("CLASS", "class"),
    TableColumn("ROW", "row"), TableColumn("BODY", "body"), TableColumn("HEADERS", "headers"),
  ]

  /// Standard output names users by numbers only; who they are goes to standard error.
  private static func print(_ provider: String, _ session: CommandSession) async throws -> Int32 {
    let rows = try await session.monitor().recordings(provider: provider)
    let shown = rows.enumerated().map { index, row in anonymous(row, number: index + 1) }
    try await session.output.answer("recordings", .list(shown.map(Value.fields))) { palette in
      shown.map { text(of: $0, palette) }.joined(separator: "\n")
    }
    for (index, row) in rows.enumerated() {
      try await session.output.note("user \(index + 1) is \(CellText.of(row["subject"]))")
    }
    if rows.isEmpty {
      try await session.output.note("nobody is recorded; see: credstatectl help provider record")
    }
    return ExitStatus.done.rawValue
  }

  private static func anonymous(_ row: Fields, number: Int) -> Fields {
    var shown: Fields = ["user": .integer(Int64(number))]
    for member in row.members where !["provider", "subject"].contains(member.name) {
      shown.add(member.name, member.value)
    }
    return shown
  }

  private static func text(of row: Fields, _ palette: Palette) -> String {
    guard case .list(let answers)? = row["answers"] else { return "" }
    var table = Table(columns, palette: palette)
    return "user \(CellText.of(row["user"])), recorded since \(CellText.of(row["since"])), "
      + "\(Amount(answers.count, "answer"))\n" + table.lines(for: answers.compactMap(\.fields))
  }
}
