internal import Glibc
internal import Linux

extension WakeDescriptor {
  /// Waits until the descriptor is woken and clears it; false once `deadline` has passed.
  func wait(until deadline: ContinuousClock.Instant) -> Bool {
    let (seconds, attoseconds) = ContinuousClock.now.duration(to: deadline).components
    let milliseconds = min(seconds, 3_600) * 1_000 + attoseconds / 1_000_000_000_000_000
    guard milliseconds > 0 else { return false }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, Int32(milliseconds))
    clear()
    return true
  }
}
