internal import Linux
internal import Support
internal import Systemd

/// One connection over which many users are handed to the daemon.
struct EnrolmentDesk: Sendable {
  private let client: BusClient

  /// Connects to a scene's bus.
  init(_ scene: Scene) async throws {
    client = try await BusClient.connect(to: BusAddress(scene.bus.address))
  }

  /// Hands a sign-in over.
  func register(
    _ subject: String, provider: String = "demo", client id: String = "com.example.app",
    token: String, account: String = ""
  ) async throws {
    let details = account.isEmpty ? [] : [BusField("account", .string(account))]
    try await call(
      "Register",
      [
        .string(provider), .string(subject), .string(id), .descriptor(try Self.file(with: token)),
        .fields(details), .uint64(0),
      ])
  }

  /// A pipe's reading end with a token in it; its other end is closed.
  private static func file(with token: String) throws -> FileDescriptor {
    let pipe = try Pipe()
    _ = try pipe.writer.write(Array(token.utf8))
    return pipe.reader
  }

  /// Calls a method of the daemon.
  @discardableResult
  func call(_ member: String, _ arguments: [BusValue]) async throws -> [BusValue] {
    try await client.call(
      BusRequest(
        destination: "org.credstate.Monitor1", path: "/org/credstate/Monitor1",
        interface: "org.credstate.Monitor1", member: member, arguments: arguments,
        timeout: .seconds(25)))
  }
}
