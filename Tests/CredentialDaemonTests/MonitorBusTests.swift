internal import CredentialCore
internal import CredentialMonitor
internal import CredentialStore
internal import Support
internal import Systemd
internal import Testing

@testable internal import CredentialDaemon

@Suite("The daemon on the bus", .timeLimit(.minutes(5)))
struct MonitorBusTests {
  private let store = MemoryStore()
  private let time = ManualTime(StoreWorld.at(.zero))

  private func join(_ bus: PrivateBus) async throws -> MonitorBus {
    let board = ConditionBoard(journal: RecordingJournal(), time: time)
    let monitor = MonitorService(
      store: store, time: time, journal: RecordingJournal(), board: board, version: "test",
      reloader: { _ in })
    let joined = MonitorBus(
      address: bus.address, operations: monitor, store: store, time: time, board: board)
    try await joined.ready()
    return joined
  }

  private func listen(_ bus: PrivateBus) async throws -> AsyncStream<BusSignal>.Iterator {
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let signals = try await client.subscribe(BusMatch(interface: Names.interface))
    return AsyncStream { continuation in
      let reader = Task {
        for await signal in signals { continuation.yield(signal) }
        await client.close()
        continuation.finish()
      }
      continuation.onTermination = { _ in reader.cancel() }
    }.makeAsyncIterator()
  }

  private func number(_ signal: BusSignal?) -> BusValue? { signal?.arguments.first }

  @Test("events committed before a start and never told of are told of after it")
  func untold() async throws {
    let bus = try await PrivateBus.start()
    var signals = try await listen(bus)
    for subject in ["a", "b"] { try await store.enrol(subject, at: time.now()) }
    store.advance(.bus, to: 1)
    let joined = try await join(bus)
    let running = Task { await joined.run() }
    #expect(number(await signals.next()) == .uint64(2))
    running.cancel()
    await joined.stop()
    #expect(try await store.position(of: .bus) == 2)
  }

  @Test("what is committed last is told of before the bus is left")
  func lastEvents() async throws {
    let bus = try await PrivateBus.start()
    var signals = try await listen(bus)
    let joined = try await join(bus)
    try await store.enrol("a", at: time.now())
    let running = Task { await joined.run() }
    running.cancel()
    await joined.stop()
    #expect(number(await signals.next()) == .uint64(1))
    #expect(try await store.position(of: .bus) == 1)
  }

  @Test("without a bus the stop does not wait, and the place stays for the next start")
  func lostBus() async throws {
    let bus = try await PrivateBus.start()
    let joined = try await join(bus)
    let running = Task { await joined.run() }
    bus.stop()
    running.cancel()
    await joined.stop()
    try await store.enrol("a", at: time.now())
    #expect(try await store.position(of: .bus) == nil)
  }
}
