internal import CredentialCore

/// `revert`: takes state changes back.
package enum RevertCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "revert",
    options: [
      VerbOption(
        "provider", letter: "p", value: .provider, isRequired: true, "only of this provider"),
      VerbOption(
        "since", value: .time, isRequired: true,
        "only what was decided since then: an instant, or a duration ago"),
      CommonOptions.reason(isRequired: true),
      VerbOption("yes", letter: "y", "do it; else it is only said what would be done"),
    ],
    summary: "take back state changes that were wrong",
    details:
      "Users who were found to have left, or to have to sign in again, and still are in that state, "
      + "get the state back that they had; hooks that were not run yet are not run. Where a token "
      + "is still held it is looked at again; where none is, the state is unknown until the next "
      + "sign-in. Sessions that were ended are not brought back.",
    run: run)

  private static let columns = EventsCommand.columns

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let provider = invocation.text("provider") ?? ""
    let isPreview = !invocation.has("yes")
    let outcome = try await session.monitor().operate(
      .revert(
        provider: provider, since: invocation.text("since") ?? "",
        reason: invocation.text("reason") ?? "", isPreview: isPreview))
    var answer: Fields = ["provider": .text(provider), "preview": .boolean(isPreview)]
    for member in outcome.members { answer.add(member.name, member.value) }
    let (users, since) = (CellText.of(outcome["users"]), CellText.of(outcome["since"]))
    let sentence =
      isPreview
      ? "\(users) state changes since \(since) would be taken back; to do it, give --yes\n"
      : "\(users) state changes since \(since) are taken back\n"
    try await session.output.answer("revert", .fields(answer)) { palette in
      guard case .list(let rows)? = outcome["events"] else { return sentence }
      var table = Table(columns, palette: palette)
      return table.lines(for: rows.compactMap(\.fields)) + sentence
    }
    return ExitStatus.done.rawValue
  }
}
