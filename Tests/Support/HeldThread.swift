package import CredentialCore
internal import Linux

/// Holds a thread at one place until it is opened, so that a test can see who notices.
package final class HeldThread: Sendable {
  private let reached = WakeDescriptor()
  private let opened = WakeDescriptor()

  /// Nothing is held yet.
  package init() {}

  /// Holds the calling thread until `open`; later calls pass.
  package func hold() {
    reached.wake()
    Self.wait(opened)
  }

  /// Lets the thread go.
  package func open() { opened.wake() }

  /// Returns when a thread is held.
  package func isHeld() async {
    await NamedThread.returning(name: "held") { [reached] in Self.wait(reached) }
  }

  /// Asks a loop that is held here for its turn and then opens; gives what came first.
  package func order(of loop: WatchedLoop) async -> [String] {
    await isHeld()
    let order = Lock<[String]>([])
    let turning = Task {
      await loop.turn()
      order.withLock { $0.append("turned") }
    }
    for _ in 0..<1_000 { await Task.yield() }
    order.withLock { $0.append("opened") }
    open()
    await turning.value
    return order.withLock { $0 }
  }

  private static func wait(_ descriptor: WakeDescriptor) {
    let poller = Poller()
    // A fresh descriptor of our own: epoll_ctl(2) cannot refuse it.
    try? poller.add(descriptor.descriptor, .read, token: 0)
    _ = poller.wait()
  }
}
