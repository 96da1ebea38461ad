internal import CredentialCore

/// `baseline accept`: ends a provider's baseline.
package enum BaselineAcceptCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "baseline accept", operands: CommonOptions.anyProvider,
    options: [CommonOptions.reason(isRequired: false)],
    summary: "accept what a provider's first interval found",
    details:
      "What was negative in the first interval after a provider's first user was registered, and "
      + "since then, is kept back: see `holds`. Accepted, it is judged by fresh looks, as fast as "
      + "pace and budget allow.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    try await PlainOperation.run("AcceptBaseline", as: "baseline", invocation, session) {
      let users = Amount($0["users"], "user")
      let verb = users.isOne ? "is" : "are"
      return "\(invocation.providerName): accepted; \(users) \(verb) looked at again\n"
    }
  }
}
