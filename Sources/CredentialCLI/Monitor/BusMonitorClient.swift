package import CredentialCore
package import Systemd

/// The daemon's API over the bus, after systemd/org.credstate.Monitor1.xml.
///
/// A connection that was lost is made again by the next call, with the subscription it had.
package actor BusMonitorClient: MonitorClient {
  /// How long a call may take; the daemon answers sooner or says `Busy`.
  package static let callTimeout: Duration = .seconds(30)
  /// How long a test may take: longer than the longest `request_timeout`.
  package static let testTimeout: Duration = .seconds(90)
  /// How long an operation on verdicts may take: millions of users, page by page.
  package static let operationTimeout: Duration = .seconds(3600)

  private let address: BusAddress
  private var client: BusClient?
  private var hint: (@Sendable () -> Void)?

  private init(address: BusAddress) { self.address = address }

  /// Connects to the bus at `address`.
  package static func open(_ address: BusAddress) async throws(CommandFailure) -> BusMonitorClient {
    let monitor = BusMonitorClient(address: address)
    _ = try await monitor.connected()
    return monitor
  }

  /// See `MonitorClient`; the token travels in a pipe.
  package func register(_ request: EnrolRequest) async throws(CommandFailure) -> Fields {
    let details = Self.details(account: request.account, labels: request.labels)
    let answer = try await call(
      "Register",
      [
        .string(request.provider), .string(request.subject), .string(request.client),
        .descriptor(try TokenPipe.descriptor(with: request.token)), .fields(details), .uint64(0),
      ])
    return try row(answer, 0)
  }

  /// See `MonitorClient`.
  package func credential(
    provider: String, subject: String
  ) async throws(CommandFailure) -> Fields {
    try row(try await call("Get", [.string(provider), .string(subject), .uint64(0)]), 0)
  }

  /// See `MonitorClient`.
  package func explain(
    provider: String, subject: String
  ) async throws(CommandFailure) -> ExplanationRows {
    let answer = try await call("Explain", [.string(provider), .string(subject), .uint64(0)])
    guard let rows = answer.first else { throw BusRow.unreadable }
    return ExplanationRows(rows: try BusRow.rows(rows), facts: try row(answer, 1))
  }

  /// See `MonitorClient`.
  package func credentials(
    provider: String, state: String?, held: Bool, stale: Bool, cursor: String, limit: UInt32
  ) async throws(CommandFailure) -> CredentialListing {
    var filter = state.map { [BusField("state", .string($0))] } ?? []
    if held { filter.append(BusField("held", .bool(true))) }
    if stale { filter.append(BusField("stale", .bool(true))) }
    let answer = try await call(
      "List",
      [.string(provider), .fields(filter), .string(cursor), .uint32(limit), .uint64(0)])
    guard answer.count == 2, let next = answer[1].text else { throw BusRow.unreadable }
    return CredentialListing(rows: try BusRow.rows(answer[0]), nextCursor: next)
  }

  /// See `MonitorClient`.
  package func checkNow(
    provider: String, subject: String
  ) async throws(CommandFailure) -> Fields {
    try row(try await call("CheckNow", [.string(provider), .string(subject), .uint64(0)]), 0)
  }

  /// See `MonitorClient`.
  package func report(_ report: DeviceReport) async throws(CommandFailure) -> Fields {
    var details = report.at.map { [BusField("at", .string($0))] } ?? []
    if let client = report.client { details.append(BusField("client", .string(client))) }
    return try row(
      try await call(
        "Report",
        [
          .string(report.provider), .string(report.subject), .string(report.saw),
          .fields(details), .uint64(0),
        ]), 0)
  }

  /// See `MonitorClient`.
  package func forget(
    provider: String, subject: String, force: Bool, revokes: Bool
  ) async throws(CommandFailure) {
    let flags: UInt64 = (force ? 1 : 0) | (revokes ? 2 : 0)
    _ = try await call("Forget", [.string(provider), .string(subject), .uint64(flags)])
  }

  /// See `MonitorClient`; the daemon works in pages, and may work long.
  package func operate(_ operation: VerdictOperation) async throws(CommandFailure) -> Fields {
    try row(
      try await call(operation.member, operation.arguments, timeout: Self.operationTimeout), 0)
  }

  /// See `MonitorClient`.
  package func audit(limit: UInt32) async throws(CommandFailure) -> [Fields] {
    let answer = try await call("ListAudit", [.uint32(limit), .uint64(0)])
    guard let entries = answer.first else { throw BusRow.unreadable }
    return try BusRow.rows(entries)
  }

  /// See `MonitorClient`.
  package func profile(provider: String) async throws(CommandFailure) -> Fields {
    try row(try await call("GetProfile", [.string(provider), .uint64(0)]), 0)
  }

  /// See `MonitorClient`.
  package func testProvider(provider: String) async throws(CommandFailure) -> Fields {
    try row(
      try await call("TestProvider", [.string(provider), .uint64(0)], timeout: Self.testTimeout), 0)
  }

  /// See `MonitorClient`.
  package func events(
    generation: String, after: UInt64, limit: UInt32
  ) async throws(CommandFailure) -> EventListing {
    let answer = try await call(
      "ListEvents", [.string(generation), .uint64(after), .uint32(limit), .uint64(0)])
    guard answer.count == 3, let generation = answer[0].text, case .uint64(let next) = answer[2]
    else { throw BusRow.unreadable }
    return EventListing(generation: generation, rows: try BusRow.rows(answer[1]), next: next)
  }

  /// See `MonitorClient`.
  package func status() async throws(CommandFailure) -> Fields {
    try row(try await call("GetStatus", [.uint64(0)]), 0)
  }

  /// See `MonitorClient`.
  package func reload() async throws(CommandFailure) { _ = try await call("Reload", [.uint64(0)]) }

  /// See `MonitorClient`.
  package func subscribe(_ hint: @escaping @Sendable () -> Void) async throws(CommandFailure) {
    self.hint = hint
    if let client {
      try await listen(client, hint)
    } else {
      _ = try await connected()
    }
  }

  func row(_ answer: [BusValue], _ place: Int) throws(CommandFailure) -> Fields {
    guard answer.indices.contains(place) else { throw BusRow.unreadable }
    return try BusRow.fields(answer[place])
  }

  func call(
    _ member: String, _ arguments: [BusValue], timeout: Duration = callTimeout
  ) async throws(CommandFailure) -> [BusValue] {
    let client = try await connected()
    do throws(BusError) {
      return try await client.call(
        BusRequest(
          destination: Names.interface, path: Names.objectPath, interface: Names.interface,
          member: member, arguments: arguments, timeout: timeout))
    } catch {
      if error.code == .disconnected || error.code == .closed { self.client = nil }
      throw CommandFailure(error, member: member)
    }
  }

  /// The connection, made (again) when there is none, and listening when somebody wants hints.
  private func connected() async throws(CommandFailure) -> BusClient {
    if let client { return client }
    let client = try await connect()
    self.client = client
    if let hint { try await listen(client, hint) }
    return client
  }

  private func connect() async throws(CommandFailure) -> BusClient {
    do throws(BusError) {
      return try await BusClient.connect(to: address)
    } catch {
      throw CommandFailure(
        .unreachable, "the message bus at \(address.text) cannot be reached",
        nextStep: "is it running? see: systemctl status dbus")
    }
  }

  private func listen(
    _ client: BusClient, _ hint: @escaping @Sendable () -> Void
  ) async throws(CommandFailure) {
    do throws(BusError) {
      let events = try await client.subscribe(
        BusMatch(
          sender: Names.interface, path: Names.objectPath, interface: Names.interface,
          member: "CredentialStateChanged"))
      let owners = try await client.ownerChanges(of: Names.interface)
      Task { [weak self] in
        for await _ in events { hint() }
        // The connection is lost; the call that the hint leads to makes it again.
        await self?.dropConnection()
        hint()
      }
      Task { for await isOwned in owners where isOwned { hint() } }
    } catch {
      throw CommandFailure(error, member: "AddMatch")
    }
  }

  private func dropConnection() { client = nil }
}
