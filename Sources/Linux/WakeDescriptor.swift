internal import CLinux
internal import Glibc

/// An eventfd(2) that lets any thread wake one that waits in poll(2) or epoll_wait(2).
package final class WakeDescriptor: Sendable {
  /// The descriptor to wait on for readability.
  package let descriptor: Int32

  /// Makes a descriptor that is not readable yet.
  package init() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(descriptor >= 0, "eventfd(2) failed with errno \(errno)")
  }

  deinit { close(descriptor) }

  /// Makes the descriptor readable; any number of calls before `clear` count as one.
  package func wake() { eventfd_write(descriptor, 1) }

  /// Makes the descriptor unreadable again.
  package func clear() {
    var count: eventfd_t = 0
    eventfd_read(descriptor, &count)
  }
}
