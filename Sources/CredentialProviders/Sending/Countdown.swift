internal import Linux

/// Counts down from any thread and tells who comes to zero.
final class Countdown: Sendable {
  private let left: Lock<Int>

  /// Starts at `count`.
  init(_ count: Int) { left = Lock(count) }

  /// Takes `count` off; true for the one that reaches zero.
  func count(_ count: Int) -> Bool {
    left.withLock { left in
      left -= count
      return left == 0
    }
  }
}
