internal import CredentialCore
internal import CredentialMonitor
internal import Glibc
internal import Systemd

/// The daemon on the bus: answers calls, and tells of events by a cursor over the store.
final class MonitorBus: Sendable {
  private let connection: BusConnection
  private let store: any CredentialStore
  private let time: any TimeSource
  private let board: ConditionBoard
  private let told: AsyncStream<Void>
  private let tell: AsyncStream<Void>.Continuation

  /// Begins to join the bus at `address`, the system bus when nil.
  init(
    address: String?, operations: any MonitorOperations, store: any CredentialStore,
    time: any TimeSource, board: ConditionBoard
  ) {
    self.store = store
    self.time = time
    self.board = board
    (told, tell) = AsyncStream.makeStream()
    var settings = BusSettings(address: address.map(BusAddress.init) ?? .systemOfProcess())
    settings.name = Names.interface
    settings.reconnectAfter = BusSettings.serviceBackOff
    let owner = getuid()
    settings.interfaces = [
      MonitorInterface.served { call in
        Task { await Self.answer(call, operations, owner: owner) }
      }
    ]
    connection = BusConnection(settings)
  }

  /// Waits until the name is owned; throws what kept it from that.
  func ready() async throws { try await connection.ready() }

  /// Tells of every event that was not told of yet, until cancelled; then of what is left, when the
  /// bus takes it at once.
  ///
  /// The cursor moves when a page was written, so what was published while the bus was away is told
  /// when it is back. The store keeps it: a restart goes on where the last run left off, and repeats
  /// signals only after a crash.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.watchState() }
      group.addTask { await self.tellEvents() }
    }
    tell.finish()
  }

  /// The loops that a watchdog is to see turn.
  var loops: [WatchedLoop] {
    [WatchedLoop(name: "bus") { [connection] in await connection.turn() }]
  }

  /// Leaves the bus once `run` has come to its end, at the latest after two seconds.
  func stop() async {
    let limit = Task {
      let deadline = time.now() + Self.patience
      while !Task.isCancelled, time.now() < deadline { await time.sleep(until: deadline) }
      if !Task.isCancelled { await connection.close() }
    }
    for await _ in told {}
    limit.cancel()
    await connection.close()
  }

  private static let patience: Duration = .seconds(2)

  private func watchState() async {
    for await state in connection.states() {
      switch state {
      case .ready: await board.end(.busLost)
      case .down(let error): await board.begin(.busLost, detail: error.description)
      case .connecting, .closed: break
      }
    }
  }

  private func tellEvents() async {
    guard var place = await startingPlace() else { return }
    for await published in store.publishedSequences() {
      while place < published, !Task.isCancelled, await isConnected() {
        do {
          guard let next = try await tellPage(after: place) else { break }
          place = next
        } catch {
          // The bus or the store is away for a while; each has a condition that says so.
          await time.sleep(until: time.now() + .seconds(1))
        }
      }
    }
    // What cannot be told now is told by the next run.
    while connection.state == .ready, let next = try? await tellPage(after: place) { place = next }
  }

  /// Where the last run left off; nil when cancelled before the store could say.
  private func startingPlace() async -> Int64? {
    repeat {
      do { return try await store.position(of: .bus) ?? 0 } catch {
        await time.sleep(until: time.now() + .seconds(1))
      }
    } while !Task.isCancelled
    return nil
  }

  /// Tells of the next page of events and gives the number of the last; nil when there is none.
  private func tellPage(after place: Int64) async throws -> Int64? {
    let events = try await store.events(after: place, limit: 200)
    guard let last = events.last else { return nil }
    try await connection.emit(events.flatMap(EventSignal.signals))
    store.advance(.bus, to: last.sequence)
    return last.sequence
  }

  /// Waits for a connection; false when there will be none.
  private func isConnected() async -> Bool {
    for await state in connection.states() {
      if state == .ready { return true }
      if state == .closed { return false }
    }
    return false
  }

  private static func answer(
    _ call: BusCall, _ operations: any MonitorOperations, owner: UInt32
  ) async {
    do {
      guard let verb = MonitorInterface.verbs.first(where: { $0.method.name == call.member })
      else { throw OperationError(.internal, "there is no such method") }
      // Until roles by polkit are in place: changes are root's, or the daemon's own user's.
      guard !verb.changes || call.caller.uid == 0 || call.caller.uid == owner else {
        throw OperationError(.notAllowed, "\(call.member) is root's only")
      }
      let caller = Caller(uid: call.caller.uid)
      let arguments = try BusArguments(call.arguments, of: verb, from: caller)
      let answer = try await verb.run(arguments, operations)
      if let audit = verb.audit { await operations.note(audit, by: try arguments.audited(audit)) }
      call.reply(answer)
    } catch let error as OperationError {
      call.fail(error.name, error.message)
    } catch {
      call.fail(OperationError(.internal, "").name, "\(error)")
    }
  }
}
