internal import CredentialCore
internal import Systemd

extension BusVerb {
  /// Enrols a user.
  static let register = BusVerb(
    "Register",
    input: credential + [.init("client", "s"), .init("token", "h"), .init("details", "a{sv}")],
    output: [.init("credential", "a{sv}")], changes: true
  ) { arguments, operations in
    let id = try arguments.credential()
    let details = try RegistrationDetails(arguments.fields(4))
    let client = arguments.text(2)
    let token = try await TokenReader.readSecret(try arguments.file(3))
    let request = RegisterRequest(
      id: id, client: client.isEmpty ? nil : try BusArguments.client(client), token: token,
      account: details.account, labels: details.labels, by: arguments.caller)
    return [BusValue(try await operations.register(request).fields)]
  }

  /// Makes a look due now.
  static let checkNow = BusVerb(
    "CheckNow", input: credential, output: [.init("outcome", "a{sv}")], changes: true,
    audit: .check
  ) { arguments, operations in
    switch try await operations.checkNow(arguments.credential()) {
    case .budgetSpent(let until):
      return [BusValue(["outcome": .text("budget_spent"), "until": .time(until)] as Fields)]
    case .inFlight: return [BusValue(["outcome": .text("in_flight")] as Fields)]
    case .accepted: return [BusValue(["outcome": .text("accepted")] as Fields)]
    case .notFound, .noGrant:
      throw OperationError(.internal, "the daemon gave an answer that it must not give")
    }
  }

  /// Removes a credential.
  static let forget = BusVerb(
    "Forget", input: credential, changes: true, flags: 3, audit: .forget
  ) { arguments, operations in
    try await operations.forget(
      arguments.credential(), force: arguments.flags & 1 != 0, revokes: arguments.flags & 2 != 0)
    return []
  }

  /// Tests a provider.
  static let testProvider = BusVerb(
    "TestProvider", input: [.init("provider", "s")], output: [.init("report", "a{sv}")],
    changes: true
  ) { arguments, operations in
    [BusValue(try await operations.test(try arguments.provider(arguments.text(0))))]
  }

  /// Begins to keep redacted answers about a test user.
  static let startRecording = BusVerb(
    "StartRecording", input: credential, output: [.init("since", "x")], changes: true
  ) { arguments, operations in
    [.int64(try await operations.startRecording(arguments.credential()).milliseconds)]
  }

  /// Ends that.
  static let stopRecording = BusVerb("StopRecording", input: credential, changes: true) {
    arguments, operations in
    try await operations.stopRecording(arguments.credential())
    return []
  }

  /// Reads the configuration again.
  static let reload = BusVerb("Reload", input: [], changes: true, audit: .reload) {
    _, operations in
    try await operations.reload()
    return []
  }
}
