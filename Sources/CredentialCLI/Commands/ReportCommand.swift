internal import CredentialCore

/// `report`: passes on what a user's device saw of a credential.
package enum ReportCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "report",
    operands: CommonOptions.credential + [
      VerbOperand(.choice("STATE", DeviceState.allCases.map(\.rawValue)))
    ],
    options: [
      VerbOption("at", value: .time, "when it was seen: an instant, or a duration ago; else now"),
      VerbOption("client", letter: "c", value: .client, "the client id of the app that saw it"),
    ],
    summary: "pass on what a user's device saw of its credential",
    details:
      "STATE is what the app got from getCredentialState(forUserID:), or revoked for "
      + "credentialRevokedNotification. A device proves nothing by itself: that it saw revoked or "
      + "not_found counts like a first negative answer of the provider, whose own answers decide, or "
      + "brings a look forward.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    let row = try await session.monitor().report(
      DeviceReport(
        provider: invocation.operand(0), subject: invocation.operand(1),
        saw: invocation.operand(2), at: invocation.text("at"), client: invocation.text("client")))
    try await session.output.answer("report", .fields(row)) { _ in
      "\(invocation.credentialName) is \(CellText.of(row["state"])). \(CellText.of(row["words"]))\n"
    }
    return ExitStatus.done.rawValue
  }
}
