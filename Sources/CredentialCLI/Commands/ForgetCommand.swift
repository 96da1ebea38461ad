internal import CredentialCore

/// `forget`: removes a credential and destroys its tokens.
package enum ForgetCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "forget", operands: CommonOptions.credential,
    options: [
      VerbOption(
        "force", "also when a hook has not been told of the revocation, which is then never told"),
      VerbOption(
        "revoke", "have the provider take the tokens back first, as when the account is deleted"),
    ],
    summary: "remove a credential and destroy its tokens",
    details:
      "With --revoke the provider ends the user's consent, too: for an account that is deleted. Where "
      + "it does not answer, nothing is forgotten, and the same command tries again. Nobody is told "
      + "that the user has left.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let (provider, subject) = (invocation.operand(0), invocation.operand(1))
    try await session.monitor().forget(
      provider: provider, subject: subject, force: invocation.has("force"),
      revokes: invocation.has("revoke"))
    let sentence = "\(invocation.credentialName) is forgotten\n"
    try await session.output.answer(
      "forgotten", .fields(["provider": .text(provider), "subject": .text(subject)])
    ) { _ in sentence }
    return ExitStatus.done.rawValue
  }
}
