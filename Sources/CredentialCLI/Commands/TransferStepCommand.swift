internal import CredentialCore

/// `transfer export` and `transfer import`: the steps of a move that are made for every user.
package enum TransferStepCommand {
  /// The declaration of the first.
  package static let export = Verb(
    "transfer export", operands: [VerbOperand(.provider)],
    options: [CommonOptions.reason(isRequired: false)],
    summary: "collect the identifier for the move of each user",
    details:
      "The sending team asks, as fast as looks_per_second allows; users who are revoked are left "
      + "out. It goes on after the command, over restarts, and again asks about those who were "
      + "refused.", run: { try await run("ExportTransfer", "collecting of", $0, $1) })

  /// The declaration of the second.
  package static let `import` = Verb(
    "transfer import", operands: [VerbOperand(.provider)],
    options: [CommonOptions.reason(isRequired: false)],
    summary: "exchange the identifiers for the receiving team's names",
    details:
      "Each user whose new name is told becomes transferred, and account, labels, profile and "
      + "token go over to the new name. Nobody is logged out. It goes on after the command, over "
      + "restarts.", run: { try await run("ImportTransfer", "exchange of", $0, $1) })

  private static func run(
    _ member: String, _ verb: String, _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    try await PlainOperation.run(member, as: "transfer", invocation, session) {
      "\(invocation.providerName): the \(verb) \(CellText.of($0["users"])) users goes on; see: "
        + "credstatectl transfer status \(invocation.providerName)\n"
    }
  }
}
