internal import CredentialCore
internal import JSON
internal import Linux

/// The daemon's end of the runner's socket, on a thread of its own.
package final class RunnerConnection: Sendable {
  /// What comes from the other side.
  package enum Incoming: Sendable, Equatable {
    /// The runner said something.
    case reply(RunnerReply)
    /// The connection could not be made or has ended, because of this; nothing follows.
    case lost(String)
  }

  /// What the thread takes over at its next turn.
  private struct Outgoing {
    var bytes: [UInt8] = []
    var isClosed = false
    var turns = LoopTurns()
  }

  /// What comes, in order; `lost` is the last.
  package let incoming: AsyncStream<Incoming>
  private let outgoing = Lock(Outgoing())
  private let wake = WakeDescriptor()

  /// Begins to connect to the runner's socket at `path`.
  package init(path: String) {
    let (stream, feed) = AsyncStream.makeStream(of: Incoming.self)
    incoming = stream
    let (outgoing, wake) = (outgoing, wake)
    NamedThread(name: "children") {
      let reason = Self.serve(path: path, outgoing: outgoing, wake: wake) { feed.yield(.reply($0)) }
      outgoing.withLock { $0.turns.rest() }
      feed.yield(.lost(reason))
      feed.finish()
    }.detach()
  }

  deinit { close() }

  /// Sends a request; nothing happens once the connection is lost. False when it is too long.
  @discardableResult
  package func send(_ request: RunnerRequest) -> Bool {
    guard let frame = Frame.encode(request.json) else { return false }
    outgoing.withLock { $0.bytes += frame }
    wake.wake()
    return true
  }

  /// Returns when the thread has turned once; waiting for the runner, or having ended, is a turn.
  package func turn() async {
    await withCheckedContinuation { watcher in
      outgoing.withLock { $0.turns.watch(watcher) }
    }
  }

  /// Ends the connection; idempotent.
  package func close() {
    outgoing.withLock { $0.isClosed = true }
    wake.wake()
  }

  /// Passes messages both ways; returns why it ended.
  private static func serve(
    path: String, outgoing: Lock<Outgoing>, wake: WakeDescriptor, received: (RunnerReply) -> Void
  ) -> String {
    do {
      let socket = try UnixSocket.connect(path: path)
      socket.setNonBlocking()
      let poller = Poller()
      try poller.add(socket.number, .read, token: 0)
      try poller.add(wake.descriptor, .read, token: 1)
      var (reader, backlog) = (FrameReader(), [UInt8]())
      while true {
        wake.clear()
        let isClosed = outgoing.withLock { waiting in
          backlog += waiting.bytes
          waiting.bytes = []
          return waiting.isClosed
        }
        if isClosed { return "the connection was closed" }
        do { try flush(&backlog, to: socket) } catch {
          // A runner that refuses says why before it closes, perhaps before our first word.
          _ = try? drain(socket, into: &reader, received)
          return "\(error)"
        }
        try poller.change(socket.number, backlog.isEmpty ? .read : [.read, .write], token: 0)
        outgoing.withLock { $0.turns.rest() }
        _ = poller.wait()
        outgoing.withLock { $0.turns.work() }
        guard try drain(socket, into: &reader, received) else {
          return "the hook runner closed the connection"
        }
      }
    } catch let fault as MessageFault {
      return "the hook runner said what makes no sense: \(fault)"
    } catch {
      return "\(error)"
    }
  }

  private static func flush(
    _ backlog: inout [UInt8], to socket: FileDescriptor
  ) throws(SystemError) {
    while !backlog.isEmpty {
      let count = try socket.send(backlog.prefix(65_536))
      if count == 0 { return }
      backlog.removeFirst(count)
    }
  }

  /// Reads what is there; false at the end of the stream.
  private static func drain(
    _ socket: FileDescriptor, into reader: inout FrameReader, _ received: (RunnerReply) -> Void
  ) throws -> Bool {
    while let piece = try socket.read(upTo: 65_536) {
      guard !piece.isEmpty else { return false }
      reader.append(piece)
      while let message = try reader.next() { received(try RunnerReply(json: message)) }
    }
    return true
  }
}
