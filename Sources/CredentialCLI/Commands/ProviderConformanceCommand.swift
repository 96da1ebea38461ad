internal import CredentialCore
internal import JSON

/// `provider conformance`: lets `credstated` test a program of kind `exec`, without a running daemon.
package enum ProviderConformanceCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "provider conformance", operands: [VerbOperand(.path)],
    options: [
      VerbOption(
        "argument", letter: "a", value: .text("TEXT"), isRepeatable: true,
        "an argument of the program"),
      VerbOption("client", letter: "c", value: .client, "the client id that it is asked about"),
      VerbOption("user", letter: "u", value: .subject, "a user who is known to be well"),
      VerbOption("gone", letter: "g", value: .subject, "a user who is known to be gone"),
      VerbOption("needs-token", "hand it a made-up token with every user"),
    ],
    summary: "test a program of kind exec against its contract",
    details: "It runs credstated --conformance FILE, found beside this program, in libexec or on "
      + "PATH. FILE is the absolute path of the program; it is asked about made-up users, and about "
      + "those of --user and --gone, as the user who runs this command. The exit status is 1 when "
      + "anything is wrong.",
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    try await DaemonMode.report("conformance", session) { arguments(invocation, $0) }
  }

  private static func arguments(_ invocation: Invocation, _ isJSON: Bool) -> [String] {
    let pairs = ["client", "user", "gone"].flatMap { name in
      invocation.text(name).map { ["--\(name)", $0] } ?? []
    }
    let flags =
      (invocation.has("needs-token") ? ["--needs-token"] : []) + (isJSON ? ["--json"] : [])
    return flags + pairs + ["--conformance"] + invocation.operands
      + (invocation.values["argument"] ?? [])
  }
}
