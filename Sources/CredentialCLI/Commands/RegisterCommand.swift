internal import CredentialCore

/// `register`: enrols a user with a refresh token, or hands over a new token.
package enum RegisterCommand {
  /// The most bytes a token may have.
  package static let tokenLimit = 16_384

  /// The verb's declaration.
  package static let verb = Verb(
    "register", operands: CommonOptions.credential,
    options: [
      VerbOption(
        "client", letter: "c", value: .client,
        "the client id that the token was issued to; without it the provider's only one"),
      VerbOption(
        "account", letter: "a", value: .text("ACCOUNT"),
        "the service's own name for the user, handed to hooks"),
      VerbOption(
        "label", letter: "l", value: .pair, isRepeatable: true,
        "a key and a value of the service's own, handed to hooks"),
    ],
    summary: "enrol a user, or hand over a new token",
    details: """
      The refresh token is read from standard input, at most \(tokenLimit) bytes; one line end \
      behind it is dropped; of a provider that needs none (kind kakao) none is read. On a terminal \
      it is asked for without echo. It is never an argument: \
      other users could read it there. Account and labels that are left out stay as they are; \
      labels that are given replace all stored ones.
      """,
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let labels = try labels(invocation.values["label"], of: verb.name)
    let token =
      await needsToken(invocation.operand(0), session)
      ? try await session.context.input.readToken(limit: tokenLimit) : Secret([])
    let row = try await session.monitor().register(
      EnrolRequest(
        provider: invocation.operand(0), subject: invocation.operand(1),
        client: invocation.text("client") ?? "", token: token,
        account: invocation.text("account"), labels: labels))
    try await session.output.answer("credential", .fields(row)) { palette in
      ShowCommand.text(of: row, palette: palette)
    }
    return ExitStatus.done.rawValue
  }

  /// Whether the daemon wants a token for this provider's users; when it cannot be asked, it does.
  private static func needsToken(_ provider: String, _ session: CommandSession) async -> Bool {
    guard let status = try? await session.monitor().status(),
      case .list(let rows)? = status["providers"]
    else { return true }
    let row = rows.compactMap(\.fields).first { $0["name"] == .text(provider) }
    return row?["needs_token"] != .boolean(false)
  }

  /// The labels in their order; a key that is given twice is a mistake.
  static func labels(
    _ texts: [String]?, of verb: String
  ) throws(UsageError) -> [Label]? {
    guard let texts else { return nil }
    var labels: [Label] = []
    for case let (key, value)? in texts.map(ValueKind.split) {
      guard !labels.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
        throw UsageError("label \(TerminalText.quoted(key)) is given twice", verb: verb)
      }
      labels.append(Label(key: key, value: value))
    }
    return labels
  }
}
