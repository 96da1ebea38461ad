/// A single-threaded loop that calls a handler for each descriptor that has something to say.
///
/// It lives and is used on one thread. A handler may watch and unwatch anything, itself included.
package final class EventLoop {
  /// Names one watched descriptor.
  package struct Watch: Hashable, Sendable {
    fileprivate let token: UInt64
    fileprivate let descriptor: Int32
  }

  private let poller = Poller()
  private var handlers: [UInt64: (Poller.Event) -> Void] = [:]
  private var lastToken: UInt64 = 0

  /// Watches nothing yet.
  package init() {}

  /// Calls `handler` whenever `interest` is so on a descriptor, until `unwatch`.
  package func watch(
    _ descriptor: Int32, _ interest: Poller.Interest, handler: @escaping (Poller.Event) -> Void
  ) throws(SystemError) -> Watch {
    lastToken += 1
    try poller.add(descriptor, interest, token: lastToken)
    handlers[lastToken] = handler
    return Watch(token: lastToken, descriptor: descriptor)
  }

  /// Changes what a descriptor is watched for.
  package func change(_ watch: Watch, _ interest: Poller.Interest) throws(SystemError) {
    try poller.change(watch.descriptor, interest, token: watch.token)
  }

  /// Stops watching; call it before the descriptor is closed. Harmless when done already.
  package func unwatch(_ watch: Watch) {
    guard handlers.removeValue(forKey: watch.token) != nil else { return }
    poller.remove(watch.descriptor)
  }

  /// Waits until something is so, at most `milliseconds` (nil: without end), and calls its handlers.
  package func turn(milliseconds: Int32? = nil) {
    for event in poller.wait(milliseconds: milliseconds) { handlers[event.token]?(event) }
  }
}
