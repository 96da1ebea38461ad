internal import Glibc
internal import Linux

/// A thread that runs small actions when their time has come; nothing in it may block.
final class Alarm: Sendable {
  /// One call to come.
  private struct Entry {
    let deadline: ContinuousClock.Instant
    let action: @Sendable () -> Void
  }

  /// The calls to come.
  private struct State {
    var entries: [Entry] = []
    var stopped = false
  }

  private let shared: Shared
  private let thread: NamedThread

  /// What the thread and its owner share.
  private final class Shared: Sendable {
    let state = Lock(State())
    let wake = WakeDescriptor()
  }

  /// Starts the thread.
  init() {
    let shared = Shared()
    self.shared = shared
    thread = NamedThread(name: "http-alarm") { Alarm.run(shared) }
  }

  /// Runs `action` on the alarm's thread once `delay` has passed; not at all after `stop`.
  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) {
    let deadline = ContinuousClock.now.advanced(by: delay)
    shared.state.withLock { $0.entries.append(Entry(deadline: deadline, action: action)) }
    shared.wake.wake()
  }

  /// Forgets what is pending and waits for the thread to end.
  func stop() {
    shared.state.withLock { state in
      state.stopped = true
      state.entries = []
    }
    shared.wake.wake()
    thread.join()
  }

  private static func run(_ shared: Shared) {
    while let (due, wait) = takeDue(shared) {
      for entry in due { entry.action() }
      guard due.isEmpty else { continue }
      var descriptor = pollfd(fd: shared.wake.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, wait)
      shared.wake.clear()
    }
  }

  /// The entries whose time has come, and the milliseconds until the next; nil when stopped.
  private static func takeDue(_ shared: Shared) -> ([Entry], Int32)? {
    let now = ContinuousClock.now
    return shared.state.withLock { state in
      guard !state.stopped else { return nil }
      let due = state.entries.filter { $0.deadline <= now }
      state.entries.removeAll { $0.deadline <= now }
      guard let next = state.entries.map(\.deadline).min() else { return (due, -1) }
      let (seconds, attoseconds) = now.duration(to: next).components
      let milliseconds = min(seconds, 3_600) * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
      return (due, Int32(milliseconds))
    }
  }
}
