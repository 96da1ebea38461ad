internal import CMicrohttpd
internal import Linux

/// One request and its answer, from the request line until libmicrohttpd calls it completed.
final class Exchange: @unchecked Sendable {
  // Safe: `target`, `body` and the counters are touched on the server's thread only; `state` and
  // the connection behind it are touched under the lock, and never after `complete`.
  /// How far the answer has come.
  private struct State {
    var connection: OpaquePointer?
    var suspended = false
    var cancelled = false
    var promised = false
    var answer: ServerResponse?
  }

  let target: String
  var body: [UInt8] = []
  var received = 0
  var began = false
  var handed = false
  private let state = Lock(State())
  private let alarm: Alarm

  init(target: String, alarm: Alarm) {
    self.target = target
    self.alarm = alarm
  }

  /// Names the connection that suspend and resume work on.
  func attach(_ connection: OpaquePointer) {
    let address = UInt(bitPattern: connection)
    state.withLock { $0.connection = OpaquePointer(bitPattern: address) }
  }

  /// Keeps `response` if it is the first, after its delay, and lets the connection go on.
  func answer(_ response: ServerResponse) {
    let isFirst = state.withLock { state in
      defer { state.promised = true }
      return !state.promised
    }
    guard isFirst else { return }
    guard response.delay > .zero else { return settle(response) }
    var prompt = response
    prompt.delay = .zero
    alarm.after(response.delay) { [prompt] in self.settle(prompt) }
  }

  private func settle(_ response: ServerResponse) {
    state.withLock { state in
      guard state.answer == nil else { return }
      state.answer = response
      Exchange.resume(&state)
    }
  }

  /// The answer, or nil after the connection has been suspended to wait for it.
  func answerOrSuspend() -> ServerResponse? {
    state.withLock { state in
      if state.answer == nil { Exchange.suspend(&state) }
      return state.answer
    }
  }

  /// Suspends in mid-body and resumes after `pause`; false when the server is stopping.
  func rest(_ pause: Duration) -> Bool {
    let suspended = state.withLock { state in
      guard !state.cancelled else { return false }
      Exchange.suspend(&state)
      return true
    }
    if suspended { alarm.after(pause) { self.state.withLock { Exchange.resume(&$0) } } }
    return suspended
  }

  /// Drops the connection if the answer is still open, and lets it never be suspended again.
  func cancel() {
    state.withLock { state in
      state.cancelled = true
      if state.answer == nil { state.answer = ServerResponse(status: 503, delivery: .dropped) }
      Exchange.resume(&state)
    }
  }

  /// Forgets the connection; answers that come later are ignored.
  func complete() {
    state.withLock { state in
      state.connection = nil
      state.answer = state.answer ?? ServerResponse(status: 503, delivery: .dropped)
    }
  }

  private static func suspend(_ state: inout State) {
    guard !state.suspended, !state.cancelled, let connection = state.connection else { return }
    state.suspended = true
    MHD_suspend_connection(connection)
  }

  private static func resume(_ state: inout State) {
    guard state.suspended, let connection = state.connection else { return }
    state.suspended = false
    MHD_resume_connection(connection)
  }
}
