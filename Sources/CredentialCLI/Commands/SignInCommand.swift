internal import CredentialCore

/// `sign-in`: has a sign-in verified and kept.
package enum SignInCommand {
  /// The most bytes that the document may have; a pipe holds it whole.
  package static let documentLimit = 49_152

  /// The verb's declaration.
  package static let verb = Verb(
    "sign-in", operands: [VerbOperand(.provider)],
    options: [
      VerbOption(
        "account", letter: "a", value: .text("ACCOUNT"),
        "the service's own name for the user, handed to hooks"),
      VerbOption(
        "label", letter: "l", value: .pair, isRepeatable: true,
        "a key and a value of the service's own, handed to hooks"),
    ],
    summary: "have a sign-in verified and kept",
    details: """
      A JSON object is read from standard input, at most \(documentLimit) bytes: what the provider \
      gave (id_token, code, user, error) and what the back end knows of its own request (client_id, \
      redirect_uri, nonce, code_verifier, subject), or a refresh_token that it has already. It is \
      never an argument: other users could read it there. The answer says whether the user is new, \
      existing or returned; a refusal says what to tell the user.
      """,
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let labels = try RegisterCommand.labels(invocation.values["label"], of: verb.name)
    let document = try await session.context.input.readDocument(limit: documentLimit)
    let row = try await session.monitor().signIn(
      SignInHandoff(
        provider: invocation.operand(0), document: document,
        account: invocation.text("account"), labels: labels))
    try await session.output.answer("sign_in", .fields(row)) { palette in
      text(of: row, palette: palette)
    }
    return ExitStatus.done.rawValue
  }

  private static func text(of row: Fields, palette: Palette) -> String {
    let members = row.members.filter { $0.name != "credential" }
    let head = Details.lines(members.map { ($0.name, CellText.of($0.value)) }, palette: palette)
    guard let credential = row["credential"]?.fields else { return head }
    return head + "\n" + ShowCommand.text(of: credential, palette: palette)
  }
}
