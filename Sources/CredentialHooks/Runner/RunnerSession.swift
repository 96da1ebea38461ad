internal import JSON
internal import Linux

/// The runner's one connection to the daemon: messages in, messages out.
final class RunnerSession {
  /// What may wait to be sent before the connection is given up.
  private static let longestBacklog = 64 << 20

  private let socket: FileDescriptor
  private let loop: EventLoop
  private var watch: EventLoop.Watch?
  private var reader = FrameReader()
  private var backlog: [UInt8] = []
  private let received: (RunnerRequest) -> Void
  private let drained: () -> Void
  private let ended: () -> Void

  /// Begins to read; `drained` is called when what had to wait has left, `ended` once when the other
  /// side has gone or makes no sense.
  init(
    _ socket: FileDescriptor, loop: EventLoop, received: @escaping (RunnerRequest) -> Void,
    drained: @escaping () -> Void, ended: @escaping () -> Void
  ) throws(SystemError) {
    self.socket = socket
    self.loop = loop
    self.received = received
    self.drained = drained
    self.ended = ended
    watch = try loop.watch(socket.number, .read) { [weak self] event in self?.turn(event) }
  }

  /// Whether all that was sent has left.
  var isFlushed: Bool { backlog.isEmpty }

  /// Sends a message, now or when the socket takes it.
  func send(_ reply: RunnerReply) {
    guard watch != nil else { return }
    guard let frame = Frame.encode(reply.json) else {
      send(.fault("what is to be told about \(reply.topic) is longer than \(Frame.longest) bytes"))
      return end()
    }
    backlog += frame
    flush()
  }

  /// Ends the connection without a word.
  func close() {
    guard let watch else { return }
    loop.unwatch(watch)
    self.watch = nil
  }

  private func turn(_ event: Poller.Event) {
    if event.isWritable {
      flush()
      if isFlushed { drained() }
    }
    if event.isReadable { read() }
  }

  private func read() {
    do {
      while watch != nil, let piece = try socket.read(upTo: 65_536) {
        guard !piece.isEmpty else { return end() }
        reader.append(piece)
        while watch != nil, let message = try reader.next() {
          received(try RunnerRequest(json: message))
        }
      }
    } catch let fault as MessageFault {
      send(.fault(fault.description))
      end()
    } catch {
      end()
    }
  }

  private func flush() {
    guard let watch else { return }
    do throws(SystemError) {
      while !backlog.isEmpty {
        let count = try socket.send(backlog.prefix(65_536))
        if count == 0 { break }
        backlog.removeFirst(count)
      }
      guard backlog.count <= Self.longestBacklog else { return end() }
      try loop.change(watch, backlog.isEmpty ? .read : [.read, .write])
    } catch {
      end()
    }
  }

  private func end() {
    guard watch != nil else { return }
    close()
    ended()
  }
}
