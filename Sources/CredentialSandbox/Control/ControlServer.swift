internal import JSON
internal import Linux

/// Serves the control socket of a sandbox until a signal or the verb `stop` ends it.
final class ControlServer {
  private static let listenerToken: UInt64 = 0
  private static let signalToken: UInt64 = 1

  private let sandbox: Sandbox
  private let signals: SignalDescriptor
  private let listener: FileDescriptor
  private let poller = Poller()
  private var connections: [UInt64: ControlConnection] = [:]
  private var nextToken: UInt64 = 2
  private var stopping = false

  /// Listens; only the owner of the folder may connect.
  init(_ sandbox: Sandbox, _ signals: SignalDescriptor) throws(SandboxError) {
    self.sandbox = sandbox
    self.signals = signals
    do throws(SystemError) {
      listener = try UnixSocket.listen(path: sandbox.files.control, mode: 0o600)
      try poller.add(listener.number, .read, token: Self.listenerToken)
      try poller.add(signals.descriptor, .read, token: Self.signalToken)
    } catch {
      throw SandboxError(.system, "cannot open the control socket: \(error)")
    }
  }

  /// Serves on the calling thread until the end is asked for.
  func run() {
    while !stopping {
      for event in poller.wait() {
        switch event.token {
        case Self.listenerToken: acceptAll()
        case Self.signalToken: if signals.next() != nil { stopping = true }
        default: turn(event)
        }
      }
    }
  }

  private func acceptAll() {
    while let socket = UnixSocket.accept(listener) {
      guard (try? poller.add(socket.number, .read, token: nextToken)) != nil else { continue }
      connections[nextToken] = ControlConnection(socket)
      nextToken += 1
    }
  }

  private func turn(_ event: Poller.Event) {
    guard let connection = connections[event.token] else { return }
    var alive = !event.isWritable || connection.flush()
    if alive, event.isReadable { alive = connection.receive(answer) }
    let interest: Poller.Interest = connection.wantsToWrite ? [.read, .write] : .read
    if alive {
      let number = connection.socket.number
      alive = (try? poller.change(number, interest, token: event.token)) != nil
    }
    guard !alive else { return }
    poller.remove(connection.socket.number)
    connections[event.token] = nil
  }

  private func answer(_ line: [UInt8]) -> JSONObject {
    do throws(SandboxError) {
      let request = try ControlRequest(line: line)
      if request == .stop { stopping = true }
      var fields = try sandbox.perform(request)
      fields["ok"] = .bool(true)
      return fields
    } catch {
      return JSONObject([
        ("ok", .bool(false)), ("code", .string(error.code.rawValue)),
        ("error", .string(error.description)),
      ])
    }
  }
}
