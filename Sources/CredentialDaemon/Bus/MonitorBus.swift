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

  /// Begins to join the bus at `address`, the system bus when nil.
  init(
    address: String?, operations: any MonitorOperations, store: any CredentialStore,
    time: any TimeSource, board: ConditionBoard
  ) {
    self.store = store
    self.time = time
    self.board = board
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

  /// Tells of every event after `sequence`, until cancelled.
  ///
  /// The cursor moves only when a page was written, so what was published while the bus was away is
  /// told when it is back; what was told before a restart of the daemon is not told again.
  func run(after sequence: Int64) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.watchState() }
      group.addTask { await self.tell(after: sequence) }
    }
  }

  /// Returns when the bus thread has turned once.
  func turn() async { await connection.turn() }

  /// Writes what is queued and leaves the bus.
  func stop() async { await connection.close() }

  private func watchState() async {
    for await state in connection.states() {
      switch state {
      case .ready: await board.end(.busLost)
      case .down(let error): await board.begin(.busLost, detail: error.description)
      case .connecting, .closed: break
      }
    }
  }

  private func tell(after start: Int64) async {
    var sequence = start
    for await published in store.publishedSequences() {
      while sequence < published, !Task.isCancelled, await isConnected() {
        do {
          let events = try await store.events(after: sequence, limit: 200)
          guard let last = events.last else { break }
          try await connection.emit(events.flatMap(EventSignal.signals))
          sequence = last.sequence
        } catch {
          // The bus or the store is away for a while; each has a condition that says so.
          await time.sleep(until: time.now() + .seconds(1))
        }
      }
    }
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
      let arguments = try BusArguments(call.arguments, of: verb)
      call.reply(try await verb.run(arguments, operations))
    } catch let error as OperationError {
      call.fail(error.name, error.message)
    } catch {
      call.fail(OperationError(.internal, "").name, "\(error)")
    }
  }
}
