internal import CredentialCore

/// The command line of `credstated`.
struct DaemonOptions: Sendable, Equatable {
  /// What the program is asked to do.
  enum Mode: Sendable, Equatable {
    case run
    case checkConfiguration
    case simulate
    case conformance
    case help
    case version
  }

  /// A wrong command line, in one sentence.
  struct UsageError: Error, Equatable {
    let message: String
  }

  var mode: Mode = .run
  var configurationFile = Names.configurationFile
  var stateDirectory: String?
  var busAddress: String?
  var hookSocket = Names.hookSocket
  var simulation = SimulationWishes()
  var conformance = ConformanceWishes()
  /// Whether what a mode prints is one JSON object.
  var isJSON = false

  /// Reads the arguments behind the program's name; `--name VALUE` and `--name=VALUE` are the same.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? String(parts[1]) : nil
      try take(String(parts[0]), value, &rest)
    }
    guard mode == .simulate || simulation == SimulationWishes() else {
      throw UsageError(message: "an option of a simulation was given without --simulate FAULT")
    }
    guard mode == .conformance || conformance == ConformanceWishes() else {
      throw UsageError(message: "an option about a program was given without --conformance COMMAND")
    }
    guard mode == .simulate || mode == .conformance || !isJSON else {
      throw UsageError(message: "--json goes with --simulate FAULT or --conformance COMMAND")
    }
  }

  private mutating func take(
    _ name: String, _ given: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let flags: [String: Mode] = [
      "--check-config": .checkConfiguration, "--help": .help, "--version": .version,
    ]
    if name == "--json", given == nil {
      isJSON = true
      return
    }
    if name == "--needs-token", given == nil {
      conformance.token = "credstate-conformance.not-a-token"
      return
    }
    if let mode = flags[name], given == nil {
      self.mode = mode
      return
    }
    guard let option = Self.valued.first(where: { $0.name == name }) else {
      let known = Self.valued.map(\.name) + flags.keys.sorted()
      let hint = Spelling.nearest(to: name, in: known).map { "; did you mean \($0)?" } ?? ""
      throw UsageError(message: "\(name) is not an option of credstated\(hint)")
    }
    guard let value = given ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError(message: "\(name) needs a value: \(option.help)")
    }
    option.set(&self, value)
    guard mode == .conformance, name == "--conformance" else { return }
    // What follows are the program's own arguments.
    conformance.command += rest
    rest = []
  }

  private static let valued:
    [(name: String, help: String, set: @Sendable (inout Self, String) -> Void)] = [
      ("--config", "the configuration file", { $0.configurationFile = $1 }),
      ("--state-directory", "where the store lies", { $0.stateDirectory = $1 }),
      ("--bus-address", "the D-Bus address; else the system bus", { $0.busAddress = $1 }),
      ("--hook-socket", "the socket of credstate-hookd", { $0.hookSocket = $1 }),
      (
        "--simulate", "what goes wrong",
        {
          $0.mode = .simulate
          $0.simulation.fault = $1
        }
      ),
      (
        "--conformance", "a program of kind exec",
        {
          $0.mode = .conformance
          $0.conformance.command = [$1]
        }
      ),
      ("--client", "a client id", { $0.conformance.client = $1 }),
      ("--user", "a user who is well", { $0.conformance.user = $1 }),
      ("--gone", "a user who is gone", { $0.conformance.gone = $1 }),
      ("--for", "how long it lasts, such as 6h", { $0.simulation.lasting = $1 }),
      ("--credentials", "how many users there are", { $0.simulation.credentials = $1 }),
      ("--rate", "looks a second at most", { $0.simulation.rate = $1 }),
      ("--policy", "a configuration file", { $0.simulation.policyFile = $1 }),
      ("--provider", "which of its providers", { $0.simulation.provider = $1 }),
      ("--seed", "a whole number, whence all chance comes", { $0.simulation.seed = $1 }),
    ]

  /// What `--help` prints.
  static let help = """
    Usage: credstated [OPTIONS]
    Watches the state of sign-in credentials at their identity providers; see credstated(8).

      --config FILE           the configuration; default \(Names.configurationFile)
      --state-directory DIR   where the store lies; default $STATE_DIRECTORY, else \
    \(Names.stateDirectory)
      --bus-address ADDRESS   the D-Bus address; default: the system bus
      --hook-socket PATH      the socket of credstate-hookd; default \(Names.hookSocket)
      --check-config          check the configuration, show what is in force, and end
      --simulate FAULT        try the rules on a simulated provider, and end; with it:
        --for DURATION        how long the fault lasts, such as 6h
        --credentials N       how many users there are; default \(SimulationBounds.standardCredentials)
        --rate R              looks a second at most; default: as the policy has it
        --policy FILE         a configuration file whose provider gives the policy
        --provider NAME       which one, when it has several
        --seed N              whence all chance comes; default 1
      --conformance COMMAND [ARGUMENT...]
                              test a program of kind exec, and end; before it:
        --client ID           the client id that it is asked about
        --user SUBJECT        a user who is known to be well
        --gone SUBJECT        a user who is known to be gone
        --needs-token         hand it a made-up token with every user
      --json                  print one JSON object, in these two modes
      --version               print the version and end
      --help                  print this and end

    """
}
