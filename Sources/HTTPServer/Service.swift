internal import Linux

/// What the C callbacks of one server share: its handler, its bounds and its open exchanges.
final class Service: Sendable {
  /// What the threads share.
  private struct State {
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    var stopping = false
  }

  let maximumBody: Int
  let handler: @Sendable (ServerRequest, Responder) -> Void
  let alarm = Alarm()
  private let state = Lock(State())
  private let idle = WakeDescriptor()

  init(maximumBody: Int, handler: @escaping @Sendable (ServerRequest, Responder) -> Void) {
    self.maximumBody = maximumBody
    self.handler = handler
  }

  /// Opens an exchange for a request line that has just arrived.
  func open(target: String) -> Exchange {
    let exchange = Exchange(target: target, alarm: alarm)
    let stopping = state.withLock { state in
      state.exchanges[ObjectIdentifier(exchange)] = exchange
      return state.stopping
    }
    if stopping { exchange.cancel() }
    return exchange
  }

  /// Ends an exchange that is over, however it ended.
  func close(_ exchange: Exchange) {
    exchange.complete()
    let isIdle = state.withLock { state in
      state.exchanges[ObjectIdentifier(exchange)] = nil
      return state.exchanges.isEmpty
    }
    if isIdle { idle.wake() }
  }

  /// Waits until no exchange is open or `grace` is over, then cancels what is left.
  func drain(_ grace: Duration) {
    let deadline = ContinuousClock.now.advanced(by: grace)
    while !state.withLock({ $0.exchanges.isEmpty }), idle.wait(until: deadline) {}
    let left = state.withLock { state in
      state.stopping = true
      return Array(state.exchanges.values)
    }
    for exchange in left { exchange.cancel() }
  }
}
