internal import CLinux
internal import Glibc

/// Waits for any of a set of descriptors (epoll(7)); each is told apart by a token of the caller.
package final class Poller: Sendable {
  /// What to wait for on one descriptor.
  package struct Interest: OptionSet, Sendable {
    /// The bits of epoll_ctl(2).
    package let rawValue: UInt32
    /// Wraps the bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Data, a connection, or the end of the stream.
    package static let read = Interest(rawValue: EPOLLIN.rawValue)
    /// Room to write.
    package static let write = Interest(rawValue: EPOLLOUT.rawValue)
  }

  /// What is so now on one descriptor; an error or hang-up counts as readable and writable.
  package struct Event: Sendable {
    /// The token given to `add`.
    package let token: UInt64
    /// Whether a read would not block.
    package let isReadable: Bool
    /// Whether a write would not block.
    package let isWritable: Bool
  }

  private let descriptor: Int32

  /// Waits for nothing yet.
  package init() {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    precondition(descriptor >= 0, "epoll_create1(2) failed with errno \(errno)")
  }

  deinit { close(descriptor) }

  /// Begins to watch a descriptor, level-triggered.
  package func add(_ number: Int32, _ interest: Interest, token: UInt64) throws(SystemError) {
    try control(EPOLL_CTL_ADD, number, interest, token)
  }

  /// Changes what a watched descriptor is watched for.
  package func change(_ number: Int32, _ interest: Interest, token: UInt64) throws(SystemError) {
    try control(EPOLL_CTL_MOD, number, interest, token)
  }

  /// Stops watching a descriptor; do it before the descriptor is closed.
  package func remove(_ number: Int32) {
    epoll_ctl(descriptor, EPOLL_CTL_DEL, number, nil)
  }

  /// Waits until something is so, at most `milliseconds` (nil: without end).
  package func wait(milliseconds: Int32? = nil) -> [Event] {
    var buffer = [epoll_event](repeating: epoll_event(), count: 64)
    let count = epoll_wait(descriptor, &buffer, 64, milliseconds ?? -1)
    guard count > 0 else { return [] }
    let broken = EPOLLERR.rawValue | EPOLLHUP.rawValue
    return buffer.prefix(Int(count)).map { event in
      Event(
        token: event.data.u64,
        isReadable: event.events & (EPOLLIN.rawValue | broken) != 0,
        isWritable: event.events & (EPOLLOUT.rawValue | broken) != 0)
    }
  }

  private func control(
    _ operation: Int32, _ number: Int32, _ interest: Interest, _ token: UInt64
  ) throws(SystemError) {
    var event = epoll_event()
    event.events = interest.rawValue
    event.data.u64 = token
    guard epoll_ctl(descriptor, operation, number, &event) == 0 else { throw .last("epoll_ctl(2)") }
  }
}
