internal import CredentialCore

/// `release`: has verdicts that are kept back judged.
package enum ReleaseCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "release",
    operands: [VerbOperand(.provider, isOptional: true), VerbOperand(.subject, isOptional: true)],
    options: [
      VerbOption("all", "of all providers"),
      VerbOption("as-is", "turn the verdicts as they stand, without another look"),
      CommonOptions.preview, CommonOptions.reason(isRequired: false),
    ],
    summary: "have verdicts that are kept back judged",
    details:
      "Of a provider it takes the brake off, and fresh looks decide, as fast as pace and budget "
      + "allow. With --as-is, which needs --reason, no look is made: these users are logged out now. "
      + "What mode `observe` keeps back stays. Look at `holds` and `status` first: a provider that "
      + "is wrong about many users is no reason to log them out.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    try Selection.check(invocation)
    let (asIs, isPreview) = (invocation.has("as-is"), invocation.has("preview"))
    if asIs, !isPreview, invocation.text("reason") == nil {
      throw UsageError("release: --as-is needs --reason TEXT", verb: "release")
    }
    let outcome = try await session.monitor().operate(
      .release(
        provider: invocation.operand(0), subject: invocation.operand(1),
        reason: invocation.text("reason") ?? "", asIs: asIs, isPreview: isPreview))
    let done =
      asIs
      ? (one: "was turned as it stood", several: "were turned as they stood")
      : (one: "is looked at again", several: "are looked at again")
    return try await Selection.tell("release", outcome, invocation, session, done: done)
  }
}

/// What `release` and `discard` are about, and how they tell of it.
enum Selection {
  private static let columns = [
    TableColumn("PROVIDER", "provider"), TableColumn("SUBJECT", "subject"),
    TableColumn("ACCOUNT", "account"), TableColumn("STATE", "state"),
  ]

  /// Refuses a selection that names nobody, or somebody and all.
  static func check(_ invocation: Invocation) throws(UsageError) {
    let name = invocation.verb.name
    guard invocation.operand(0).isEmpty == invocation.has("all") else {
      throw UsageError("\(name): name a PROVIDER, or give --all", verb: name)
    }
  }

  /// Prints the outcome: how many, and in a preview whom.
  static func tell(
    _ name: String, _ outcome: Fields, _ invocation: Invocation, _ session: CommandSession,
    done: (one: String, several: String)
  ) async throws -> Int32 {
    let isPreview = invocation.has("preview")
    var answer: Fields = [:]
    for (name, place) in [("provider", 0), ("subject", 1)] {
      let operand = invocation.operand(place)
      answer.add(name, operand.isEmpty ? nil : .text(operand))
    }
    answer.add("preview", .boolean(isPreview))
    for member in outcome.members { answer.add(member.name, member.value) }
    let users = Amount(outcome["users"], "user")
    let what = isPreview ? "; nothing was done" : " \(users.isOne ? done.one : done.several)"
    let sentence = "\(users)\(what)\n"
    try await session.output.answer(name, .fields(answer)) { palette in
      guard case .list(let rows)? = outcome["credentials"] else { return sentence }
      var table = Table(columns, palette: palette)
      return table.lines(for: rows.compactMap(\.fields)) + sentence
    }
    return ExitStatus.done.rawValue
  }
}
