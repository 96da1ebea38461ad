internal import CredentialCore

/// `simulate`: lets `credstated` try the rules on a simulated provider, without a running daemon.
package enum SimulateCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "simulate",
    options: [
      VerbOption(
        "fault", letter: "f", value: .choice("KIND", SimulatedFault.allCases.map(\.rawValue)),
        isRequired: true, "what goes wrong"),
      VerbOption(
        "for", value: .text("DURATION"), isRequired: true, "how long it lasts: 90m, 6h, 2d"),
      VerbOption(
        "credentials", letter: "n",
        value: .count(
          UInt64(
            SimulationBounds.credentials.lowerBound)...UInt64(
              SimulationBounds.credentials.upperBound)),
        "how many users there are; without it \(SimulationBounds.standardCredentials)"),
      VerbOption("rate", value: .text("R"), "looks a second at most, instead of the policy's"),
      VerbOption(
        "policy", value: .path, "a configuration file whose provider gives the policy"),
      VerbOption("provider", letter: "p", value: .provider, "which one, when it has several"),
      VerbOption(
        "seed", value: .count(0...UInt64(Int.max)), "whence all chance comes; without it 1"),
    ],
    summary: "try the rules on a provider that goes wrong, on virtual time",
    details: "It runs credstated --simulate, found beside this program, in libexec or on PATH. It "
      + "needs no daemon, asks no provider and touches no store. Equal arguments have equal "
      + "results.\nKinds of fault:\n"
      + SimulatedFault.allCases.map { "\($0.rawValue): \($0.sentence)" }.joined(separator: "\n"),
    run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    try await DaemonMode.report("simulation", session) { arguments(invocation, $0) }
  }

  private static func arguments(_ invocation: Invocation, _ isJSON: Bool) -> [String] {
    let names = ["fault", "for", "credentials", "rate", "policy", "provider", "seed"]
    let pairs = names.flatMap { name -> [String] in
      guard let value = invocation.text(name) else { return [] }
      return [name == "fault" ? "--simulate" : "--\(name)", value]
    }
    return pairs + (isJSON ? ["--json"] : [])
  }
}
