internal import Support
internal import Systemd
internal import Testing

@Suite("A message bus that goes away", .serialized, .timeLimit(.minutes(5)))
struct BusLossTests {
  @Test("without a bus the daemon does not start, says so once and ends with 1")
  func absent() async throws {
    let scene = try await Scene()
    scene.bus.stop()
    let daemon = try scene.launchDaemon()
    #expect(try await daemon.end() == 1)
    #expect(daemon.log.lines.count == 1, "\(daemon.log.lines)")
    #expect(daemon.log.lines(with: "message bus").count == 1)
  }

  @Test("a bus that restarts is joined again, and what happened meanwhile is in the list of events")
  func restart() async throws {
    let scene = try await Scene.running()
    try await scene.enrol("001")
    let log = try await scene.daemon().log
    scene.bus.stop()
    try await log.line(with: "condition began", "bus_lost")
    try await scene.control("user", "revoke", "001")
    try await log.line(with: "A hook did its work", "subject=001")
    try await scene.bus.restart()
    try await log.line(with: "condition ended", "bus_lost")

    let answer = try await scene.call(
      "ListEvents", [.string(""), .uint64(1), .uint32(0), .uint64(0)])
    let rows = answer[1].elements?.compactMap(\.members) ?? []
    #expect(rows.map { $0["action"]?.text } == ["log_out"])
    #expect(log.lines(with: "condition began", "bus_lost").count == 1)
  }

  @Test("what happened while the bus was away and the daemon was stopped is signalled afterwards")
  func stopWithoutBus() async throws {
    let scene = try await Scene.running()
    try await scene.enrol("001")
    let daemon = try await scene.daemon()
    scene.bus.stop()
    try await scene.control("user", "revoke", "001")
    try await daemon.log.line(with: "A hook did its work", "subject=001")
    #expect(try await daemon.stop() == 0)
    try await scene.bus.restart()
    let client = try await BusClient.connect(to: BusAddress(scene.bus.address))
    let signals = try await client.subscribe(BusMatch(interface: "org.credstate.Monitor1"))
    try await scene.startDaemon()
    let told = await signals.first { $0.member == "CredentialRevoked" }
    #expect(told?.arguments.last?.members?["subject"]?.text == "001")
    await client.close()
  }
}
