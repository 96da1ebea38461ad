internal import Linux

/// A connection to a message bus on a thread of its own, for a service: it owns a name, answers
/// calls, emits signals, and comes back when the bus does.
///
/// Every method may be called from any task; none blocks its thread.
package final class BusConnection: Sendable {
  private let mailbox = BusMailbox()
  private let board = BusStateBoard()
  private let thread: NamedThread

  /// Begins to connect; `states` and `ready` tell how it goes.
  package init(_ settings: BusSettings) {
    let (mailbox, board) = (mailbox, board)
    thread = NamedThread(name: settings.threadName) {
      let loop = BusLoop(settings: settings, mailbox: mailbox) { board.show($0) }
      loop.run()
    }
  }

  deinit {
    mailbox.post { loop in loop.end() }
    if board.claimJoin() { thread.detach() }
  }

  /// What the connection is doing, now and from now on; a slow reader sees the newest only. It ends
  /// after `closed`.
  package func states() -> AsyncStream<BusState> { board.states() }

  /// What the connection is doing now.
  package var state: BusState { board.current }

  /// Waits until the objects are served and the name is owned; throws what kept it from that.
  package func ready() async throws(BusError) {
    for await state in board.states() {
      switch state {
      case .connecting: continue
      case .ready: return
      case .down(let error): throw error
      case .closed: break
      }
    }
    throw board.lastFailure ?? Self.closed
  }

  /// Calls a method of another peer and waits for its answer.
  package func call(_ request: BusRequest) async throws(BusError) -> [BusValue] {
    try await post { loop, resume in loop.call(request, completion: resume) }
  }

  /// Emits signals in order; returns when all were written to the socket.
  package func emit(_ signals: [BusSignal]) async throws(BusError) {
    try await post { loop, resume in loop.emit(signals, completion: resume) }
  }

  /// Tells listeners that properties of an interface changed, when there is a connection.
  package func announce(path: String, interface: String, properties: [String]) {
    mailbox.post { loop in
      loop.announce(path: path, interface: interface, properties: properties)
    }
  }

  /// Subscribes to signals; returns once the bus has taken the rule, so that nothing sent later is
  /// missed. After a reconnection the stream goes on, with a gap. Of more than 1000 signals that
  /// nobody has read the oldest are dropped.
  package func subscribe(_ match: BusMatch) async throws(BusError) -> AsyncStream<BusSignal> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: BusSignal.self, bufferingPolicy: .bufferingNewest(1000))
    try await post { (loop, resume: @escaping Resume<Void>) in
      loop.subscribe(match, stream: continuation, installed: resume)
    }
    return stream
  }

  /// Returns when the bus thread has turned once, or at once when it waits with nothing to do: the
  /// sign of life that a watchdog asks for.
  package func turn() async {
    if mailbox.isAtRest { return }
    try? await post { (_, resume: @escaping Resume<Void>) in resume(.success(())) }
  }

  /// Writes what is queued, for two seconds at most, closes, and returns when the thread has ended.
  package func close() async {
    mailbox.post { loop in loop.beginClosing() }
    for await state in board.states() where state == .closed { break }
    // The thread has nothing left to do but return.
    if board.claimJoin() { thread.join() }
  }

  private typealias Resume<Success: Sendable> = @Sendable (Result<Success, BusError>) -> Void

  private static var closed: BusError { BusError(.closed, "The connection to the bus is closed.") }

  /// Runs `body` on the bus thread and waits for what it resumes with.
  private func post<Success: Sendable>(
    _ body: @escaping @Sendable (BusLoop, @escaping Resume<Success>) -> Void
  ) async throws(BusError) -> Success {
    let result: Result<Success, BusError> = await withCheckedContinuation { continuation in
      let isAccepted = mailbox.post { loop in body(loop) { continuation.resume(returning: $0) } }
      if !isAccepted { continuation.resume(returning: .failure(Self.closed)) }
    }
    return try result.get()
  }
}
