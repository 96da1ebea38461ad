internal import Glibc
internal import Linux
internal import Support
internal import Systemd
internal import Testing

@Suite("Calls over a real bus")
struct BusCallTests {
  @Test("a row of every type comes back as it was sent", .timeLimit(.minutes(5)))
  func everyType() async throws {
    let bus = try await PrivateBus.start()
    let service = EchoService(on: bus)
    try await service.connection.ready()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let row = BusValue.fields([
      BusField("text", .string("ü\n")), BusField("yes", .bool(true)), BusField("byte", .byte(7)),
      BusField("short", .int16(-2)), BusField("word", .uint16(2)), BusField("int", .int32(-3)),
      BusField("uint", .uint32(3)), BusField("long", .int64(.min)),
      BusField("ulong", .uint64(.max)), BusField("real", .double(0.5)),
      BusField("path", .objectPath("/a")), BusField("type", .signature("a{sv}")),
      BusField("list", .array(of: "v", [.variant(.string("x")), .variant(.fields([]))])),
      BusField("map", .array(of: "{ss}", [.entry(.string("k"), .string("v"))])),
      BusField("pair", .structure([.string("a"), .int32(1)])),
      BusField("rows", .array(of: "a{sv}", [.fields([BusField("b", .bool(false))])])),
    ])
    #expect(try await client.call(EchoService.request("Echo", [row])) == [row])
    await client.close()
    await service.connection.close()
  }

  @Test("a call that arrives the moment the name is taken is answered", .timeLimit(.minutes(5)))
  func atOnce() async throws {
    let bus = try await PrivateBus.start()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    for _ in 0..<40 {
      let service = EchoService(on: bus)
      #expect(await answer(to: client) { $0?.name != Self.nobody } == nil)
      await service.connection.close()
      // Until the bus has seen the end, a call may still go to the one that has gone.
      _ = await answer(to: client) { $0?.name == Self.nobody }
    }
  }

  private static let nobody = "org.freedesktop.DBus.Error.ServiceUnknown"

  /// Calls again and again until what comes of it is `wanted`; nil is an answer.
  private func answer(
    to client: BusClient, until wanted: (BusError?) -> Bool
  ) async -> BusError? {
    while true {
      let error = await busFailure { _ = try await client.call(EchoService.request("WhoAmI")) }
      if wanted(error) { return error }
    }
  }

  @Test("a text of 100 KiB comes back whole", .timeLimit(.minutes(5)))
  func longText() async throws {
    let bus = try await PrivateBus.start()
    let service = EchoService(on: bus)
    try await service.connection.ready()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let row = BusValue.fields([BusField("text", .string(String(repeating: "a", count: 102_400)))])
    #expect(try await client.call(EchoService.request("Echo", [row])) == [row])
  }

  @Test("an argument of the wrong type is refused by name", .timeLimit(.minutes(5)))
  func wrongType() async throws {
    let bus = try await PrivateBus.start()
    let service = EchoService(on: bus)
    try await service.connection.ready()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let error = await busFailure {
      _ = try await client.call(EchoService.request("Echo", [.string("x")]))
    }
    #expect(error?.name == BusErrorName.invalidArguments)
  }

  @Test("a row nested too deep is refused with its place", .timeLimit(.minutes(5)))
  func tooDeep() async throws {
    let bus = try await PrivateBus.start()
    let service = EchoService(on: bus)
    try await service.connection.ready()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let deep = (0..<20).reduce(BusValue.int32(1)) { value, _ in .variant(value) }
    let error = await busFailure {
      _ = try await client.call(EchoService.request("Echo", [.fields([BusField("d", deep)])]))
    }
    #expect(error?.name == BusErrorName.invalidArguments)
    #expect(error?.message.hasPrefix("argument 1, entry 1") == true)
  }

  @Test("a key given twice is refused", .timeLimit(.minutes(5)))
  func duplicateKey() async throws {
    let bus = try await PrivateBus.start()
    let service = EchoService(on: bus)
    try await service.connection.ready()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let twice = BusValue.fields([BusField("k", .bool(true)), BusField("k", .bool(false))])
    #expect(
      await busFailure { _ = try await client.call(EchoService.request("Echo", [twice])) } != nil)
  }

  @Test(
    "an answer of the wrong type becomes an error and not a broken message",
    .timeLimit(.minutes(5)))
  func wrongAnswer() async throws {
    let bus = try await PrivateBus.start()
    let service = EchoService(on: bus)
    try await service.connection.ready()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let error = await busFailure {
      _ = try await client.call(EchoService.request("Wrong"))
    }
    #expect(error?.name == BusErrorName.failed)
  }

  @Test("a passed file is read by the service and closed on both sides", .timeLimit(.minutes(5)))
  func passedFile() async throws {
    let bus = try await PrivateBus.start()
    let service = EchoService(on: bus)
    try await service.connection.ready()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let pipe = try Pipe()
    _ = try pipe.writer.write(Array("from a pipe".utf8))
    let answer = try await client.call(
      EchoService.request("Read", [.descriptor(pipe.reader)]))
    #expect(answer == [.string("from a pipe")])
  }

  @Test("the caller's user is the one the bus vouches for", .timeLimit(.minutes(5)))
  func caller() async throws {
    let bus = try await PrivateBus.start()
    let service = EchoService(on: bus)
    try await service.connection.ready()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    #expect(try await client.call(EchoService.request("WhoAmI")) == [.uint32(getuid())])
  }

  @Test("two calls that wait are answered in the other order", .timeLimit(.minutes(5)))
  func twoSlowCalls() async throws {
    let bus = try await PrivateBus.start()
    let service = EchoService(on: bus)
    try await service.connection.ready()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    async let first = client.call(EchoService.request("Hold", [.string("a")]))
    var held = service.held.makeAsyncIterator()
    let a = try #require(await held.next())
    async let second = client.call(EchoService.request("Hold", [.string("b")]))
    let b = try #require(await held.next())
    b.reply(b.arguments)
    #expect(try await second == [.string("b")])
    a.reply(a.arguments)
    a.fail("org.example.TooLate", "a second answer")
    #expect(try await first == [.string("a")])
  }

  @Test(
    "a call beyond the bound gets the busy error, and the waiting one its answer",
    .timeLimit(.minutes(5)))
  func busy() async throws {
    let bus = try await PrivateBus.start()
    var limits = BusLimits()
    limits.pendingCalls = 1
    let service = EchoService(on: bus, limits: limits)
    try await service.connection.ready()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    async let first = client.call(EchoService.request("Hold", [.string("a")]))
    var held = service.held.makeAsyncIterator()
    let a = try #require(await held.next())
    let error = await busFailure {
      _ = try await client.call(EchoService.request("Hold", [.string("b")]))
    }
    #expect(error?.name == "\(EchoService.name).Error.Busy")
    a.reply(a.arguments)
    #expect(try await first == [.string("a")])
  }

  @Test("nobody at the name, and no bus at the address, are told apart", .timeLimit(.minutes(5)))
  func absent() async throws {
    let bus = try await PrivateBus.start()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let error = await busFailure {
      _ = try await client.call(EchoService.request("Echo", [.fields([])]))
    }
    #expect(error?.name == "org.freedesktop.DBus.Error.ServiceUnknown")
    bus.stop()
    let unreachable = await busFailure {
      _ = try await BusClient.connect(to: BusAddress(bus.address))
    }
    #expect(unreachable?.code == .unreachable)
  }
}
