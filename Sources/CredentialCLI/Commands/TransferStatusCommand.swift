internal import CredentialCore

/// `transfer status`: how far the move of an app to another team has come.
package enum TransferStatusCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "transfer status", operands: [VerbOperand(.provider)],
    summary: "show how far the move of an app to another team has come", run: run)

  private static let shown = [
    ("target", "to team"), ("accepted", "accepted"), ("deadline", "the days end"),
    ("days_left", "days left"), ("users", "users"), ("collected", "identifier collected"),
    ("mapped", "new name known"), ("refused", "refused"), ("unmapped", "without new name"),
    ("running", "goes on"), ("trouble", "trouble"),
  ]

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let row = try await session.monitor().transfer(provider: invocation.operand(0))
    try await session.output.answer("transfer", .fields(row)) { _ in
      shown.map { name, words in
        row[name].map { "\(words): \(CellText.of($0))\n" } ?? ""
      }.joined()
    }
    return ExitStatus.done.rawValue
  }
}
