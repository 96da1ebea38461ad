/// A connection to a message bus for a program that calls a service and listens to its signals.
///
/// It does not reconnect: when the connection is lost, calls fail and streams end.
package struct BusClient: Sendable {
  private let connection: BusConnection

  /// Connects to the bus at `address`, within `timeout`.
  package static func connect(
    to address: BusAddress, timeout: Duration = .seconds(10)
  ) async throws(BusError) -> BusClient {
    var settings = BusSettings(address: address)
    settings.connectTimeout = timeout
    let client = BusClient(connection: BusConnection(settings))
    try await client.connection.ready()
    return client
  }

  /// Calls a method and waits for its answer.
  package func call(_ request: BusRequest) async throws(BusError) -> [BusValue] {
    try await connection.call(request)
  }

  /// Subscribes to signals; returns once the bus has taken the rule, so that nothing sent later is
  /// missed. Of more than 1000 signals that nobody has read the oldest are dropped.
  package func subscribe(_ match: BusMatch) async throws(BusError) -> AsyncStream<BusSignal> {
    try await connection.subscribe(match)
  }

  /// Each change of the owner of `name`: true when it has one now. The stream ends with the
  /// connection.
  package func ownerChanges(of name: String) async throws(BusError) -> AsyncStream<Bool> {
    let signals = try await subscribe(.ownerChange(of: name))
    return AsyncStream { continuation in
      let reader = Task {
        for await signal in signals {
          guard signal.arguments.count == 3, let owner = signal.arguments[2].text else { continue }
          continuation.yield(!owner.isEmpty)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in reader.cancel() }
    }
  }

  /// Closes the connection.
  package func close() async { await connection.close() }
}
