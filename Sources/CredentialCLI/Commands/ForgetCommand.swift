internal import CredentialCore

/// `forget`: removes a credential and destroys its tokens.
package enum ForgetCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "forget", operands: CommonOptions.credential,
    options: [
      VerbOption(
        "force", "also when a hook has not been told of the revocation, which is then never told")
    ],
    summary: "remove a credential and destroy its tokens", run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let (provider, subject) = (invocation.operand(0), invocation.operand(1))
    try await session.monitor().forget(
      provider: provider, subject: subject, force: invocation.has("force"))
    let sentence = "\(invocation.credentialName) is forgotten\n"
    try await session.output.answer(
      "forgotten", .fields(["provider": .text(provider), "subject": .text(subject)])
    ) { _ in sentence }
    return ExitStatus.done.rawValue
  }
}
