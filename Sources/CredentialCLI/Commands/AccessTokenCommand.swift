internal import CredentialCore

/// `access-token`: has an access token handed over.
package enum AccessTokenCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "access-token", operands: CommonOptions.credential,
    options: [
      VerbOption("new", "refresh now, also when a token is good for a while longer"),
      VerbOption("show", "print the token also to a terminal"),
    ],
    summary: "print an access token for the provider's API",
    details: """
      For root only. The daemon alone refreshes a user's tokens; a program that calls the provider's \
      API has the access token from here. One that was got before is handed out until a minute \
      before its end; else a look is made, as pace and budget allow, and its new refresh token is \
      stored first. Standard output must not be a terminal, whose contents others see and keep, unless \
      --show is given.
      """,
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    guard invocation.has("show") || !session.context.output.isTerminal else {
      throw CommandFailure(
        .usage, "access-token: standard output is a terminal",
        nextStep: "let a program read it, or give --show")
    }
    let handover = try await session.monitor().accessToken(
      provider: invocation.operand(0), subject: invocation.operand(1),
      isNew: invocation.has("new"))
    let token = handover.token.withBytes { String(decoding: $0, as: UTF8.self) }
    var row: Fields = ["token": .text(token)]
    for member in handover.facts.members { row.add(member.name, member.value) }
    try await session.output.answer("access_token", .fields(row)) { _ in token + "\n" }
    return ExitStatus.done.rawValue
  }
}
