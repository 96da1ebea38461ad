internal import CredentialCore

/// `resume`: ends a pause.
package enum ResumeCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "resume", operands: CommonOptions.anyProvider,
    options: [CommonOptions.reason(isRequired: false)],
    summary: "end a pause",
    details:
      "What was concluded meanwhile is judged by fresh looks, as fast as pace and budget allow. "
      + "Without PROVIDER the pause of all ends, and that of a single provider stays.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let name = invocation.providerName
    return try await PlainOperation.run("Resume", as: "resume", invocation, session) { outcome in
      let users = Amount(outcome["users"], "user")
      let sentence =
        outcome["was_paused"] == .boolean(true)
        ? "\(name): the pause is over; \(users) \(users.isOne ? "is" : "are") looked at again\n"
        : "\(name): there was no such pause\n"
      guard case .list(let still)? = outcome["still_paused"], !still.isEmpty else {
        return sentence
      }
      let names = still.map { CellText.of($0) }.joined(separator: ", ")
      return sentence + "still paused by another word: \(names)\n"
    }
  }
}
