internal import JSON
internal import Support
internal import Systemd
internal import Testing

extension Scene {
  /// Runs credstatectl against the scene's bus.
  nonisolated func ctl(_ words: String..., input: String = "") async throws -> ProgramRun {
    try await ctl(words, input: input)
  }

  /// Runs credstatectl against the scene's bus.
  nonisolated func ctl(_ words: [String], input: String = "") async throws -> ProgramRun {
    try await ProgramRun.run(
      [BuiltProducts.path("credstatectl"), "--bus-address", bus.address] + words, input: input)
  }

  /// Runs a control verb of the stand-in provider; it must succeed.
  @discardableResult
  nonisolated func control(_ words: String...) async throws -> String {
    try await control(words)
  }

  /// Runs a control verb of the stand-in provider; it must succeed.
  @discardableResult
  nonisolated func control(_ words: [String]) async throws -> String {
    let run = try await ProgramRun.run(
      [BuiltProducts.path("credstate-sandbox"), "control"] + words
        + ["--directory", folder.file("sandbox")])
    guard run.status == 0 else { throw Failure(description: run.errors) }
    return run.text
  }

  /// Signs a user in at the provider and hands the token over; gives the token.
  @discardableResult
  nonisolated func register(_ subject: String) async throws -> String {
    let token = try await control("user", "add", subject)
    let run = try await ctl(
      "register", "demo", subject, "--client", "com.example.app", "--account", "account-\(subject)",
      input: token)
    guard run.status == 0 else { throw Failure(description: run.errors) }
    return token.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Signs a user in, hands the token over, and waits until a look confirmed it.
  @discardableResult
  nonisolated func enrol(_ subject: String) async throws -> String {
    let token = try await register(subject)
    try await signals.line(with: "CredentialStateChanged", "subject=\(subject)", "state=authorized")
    return token
  }

  /// Withdraws consent and waits until the daemon tells of it.
  nonisolated func revoke(_ subject: String) async throws {
    try await control("user", "revoke", subject)
    try await signals.line(with: "CredentialRevoked", "subject=\(subject)")
  }

  /// The state of a credential.
  nonisolated func state(_ subject: String) async throws -> String? {
    let answer = try await call("Get", [.string("demo"), .string(subject), .uint64(0)])
    return answer.first?.members?["state"]?.text
  }

  /// The status row.
  nonisolated func status() async throws -> [BusField] {
    try #require(try await call("GetStatus", [.uint64(0)]).first?.members)
  }

  /// How many looks of a provider wait for their answer or are being committed.
  nonisolated func looksInFlight(of provider: String = "demo") async throws -> Int64? {
    for case .variant(let row) in try await status()["providers"]?.elements ?? []
    where row.members?["name"]?.text == provider {
      guard case .int64(let count)? = row.members?["looks_in_flight"] else { return nil }
      return count
    }
    return nil
  }

  /// How many deliveries have a status.
  nonisolated func deliveries(_ name: String) async throws -> BusValue? {
    try await status()["deliveries"]?.members?[name]
  }

  /// Calls a method of the daemon.
  nonisolated func call(_ member: String, _ arguments: [BusValue]) async throws -> [BusValue] {
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let answer = try await client.call(
      BusRequest(
        destination: "org.credstate.Monitor1", path: "/org/credstate/Monitor1",
        interface: "org.credstate.Monitor1", member: member, arguments: arguments,
        timeout: .seconds(120)))
    await client.close()
    return answer
  }

  /// The documents that the recording hook was given.
  nonisolated func hookDocuments() throws -> [JSONObject] {
    let text = String(decoding: folder.read("hook.json") ?? [], as: UTF8.self)
    return try text.split(separator: "\n").compactMap {
      try JSONValue.parse(Array($0.utf8), maximumBytes: 65_536).object
    }
  }
}
