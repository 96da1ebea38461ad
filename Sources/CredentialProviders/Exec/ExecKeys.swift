internal import CredentialCore

/// The configuration keys of `[provider.NAME]` of kind `exec`.
struct ExecKeys: Sendable {
  let command = Key<[String]>.required(
    "command", range: "an absolute path and up to 32 arguments",
    "The program that is asked, and its arguments; see docs/exec-provider.md.",
    check: { words in
      guard let path = words.first, words.count <= 33 else {
        return "must hold an absolute path and up to 32 arguments"
      }
      if let problem = Bounds.absolutePath(path) { return "begins with what \(problem)" }
      return words.contains { $0.utf8.contains(0) } ? "holds a NUL" : nil
    })
  let clients = ClientKeys.clients("The client ids whose users the program is asked about.")
  let needsToken = Key<Bool>(
    "needs_token", default: false,
    "Whether users are enrolled with a token, which the program is handed.")
  let batch = Key<Int>(
    "batch", default: 100, range: "1 to 1000", "Looks that the program is asked about at once.",
    check: Bounds.numbers(1, 1000))
  let answerTimeout = Key<Duration>(
    "answer_timeout", default: .seconds(10), range: "100ms to 30s",
    "The longest time for all answers of a batch; then the program is ended and started again.",
    check: Bounds.durations(.milliseconds(100), .seconds(30)))
  let gather = Key<Duration>(
    "gather", default: .seconds(10), range: "100ms to 1m",
    "How long a look that falls due may wait for others that share its batch.",
    check: Bounds.durations(.milliseconds(100), .seconds(60)))

  let policy = PolicyKeys(
    LookTerms(
      shortestInterval: .seconds(1), confirmAfter: .seconds(900),
      shortestConfirmation: .seconds(1), deadToken: .revoke, looksPerSecond: 400,
      mostLooksPerSecond: 100_000, inFlight: 200))
}

extension ExecKeys {
  /// All keys for the manual, in its order.
  var documentation: [KeyDocumentation] {
    let own = [
      command.documentation, clients.documentation, needsToken.documentation, batch.documentation,
      answerTimeout.documentation, gather.documentation,
    ]
    return own + policy.documentation
  }
}
