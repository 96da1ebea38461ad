internal import Support
internal import Systemd
internal import Testing

@Suite("Signals and a bus that restarts")
struct BusSignalTests {
  @Test("a batch of signals arrives whole and in order", .timeLimit(.minutes(5)))
  func order() async throws {
    let bus = try await PrivateBus.start()
    let service = EchoService(on: bus)
    try await service.connection.ready()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let ticks = try await client.subscribe(
      BusMatch(sender: EchoService.name, interface: EchoService.name, member: "Tick"))
    try await service.connection.emit((1...500).map(EchoService.tick))
    var seen: [BusValue] = []
    for await tick in ticks {
      seen += tick.arguments
      if seen.count == 500 { break }
    }
    #expect(seen == (1...500).map { BusValue.uint64($0) })
  }

  @Test(
    "after the bus restarted the name is owned and calls are answered again",
    .timeLimit(.minutes(5)))
  func restart() async throws {
    let bus = try await PrivateBus.start()
    let service = EchoService(on: bus)
    try await service.connection.ready()
    let before = try await BusClient.connect(to: BusAddress(bus.address))
    var states = service.connection.states().makeAsyncIterator()
    #expect(await states.next() == .ready)
    bus.stop()
    while case .ready? = await states.next() {}
    #expect(await busFailure { try await service.connection.emit([EchoService.tick(1)]) } != nil)
    #expect(await busFailure { _ = try await before.call(EchoService.request("WhoAmI")) } != nil)

    try await bus.restart()
    while let state = await states.next(), state != .ready {}
    let after = try await BusClient.connect(to: BusAddress(bus.address))
    let row = BusValue.fields([BusField("again", .bool(true))])
    #expect(try await after.call(EchoService.request("Echo", [row])) == [row])
    let ticks = try await after.subscribe(BusMatch(interface: EchoService.name))
    try await service.connection.emit([EchoService.tick(2)])
    var received = ticks.makeAsyncIterator()
    #expect(await received.next()?.arguments == [.uint64(2)])
  }

  @Test("a name that is taken is an error that says so", .timeLimit(.minutes(5)))
  func takenName() async throws {
    let bus = try await PrivateBus.start()
    let first = EchoService(on: bus)
    try await first.connection.ready()
    let second = EchoService(on: bus)
    let error = await busFailure {
      try await second.connection.ready()
    }
    #expect(error?.code == .nameRefused)
    await second.connection.close()
  }

  @Test("the end of a service is seen by who watches its name", .timeLimit(.minutes(5)))
  func ownerChange() async throws {
    let bus = try await PrivateBus.start()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let changes = try await client.ownerChanges(of: EchoService.name)
    let service = EchoService(on: bus)
    try await service.connection.ready()
    var owners = changes.makeAsyncIterator()
    #expect(await owners.next() == true)
    await service.connection.close()
    #expect(await owners.next() == false)
  }

  @Test("a client's streams end with its connection", .timeLimit(.minutes(5)))
  func endOfStreams() async throws {
    let bus = try await PrivateBus.start()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let signals = try await client.subscribe(BusMatch(interface: EchoService.name))
    bus.stop()
    var count = 0
    for await _ in signals { count += 1 }
    #expect(count == 0)
  }
}
