/// Waits that double with every failure in a row, up to a longest one.
package struct Backoff: Sendable, Equatable {
  /// The wait after the first failure.
  package let first: Duration
  /// No wait is longer.
  package let longest: Duration
  private var failures = 0

  /// Starts with no failure seen.
  package init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
  }

  /// Counts a failure and gives the wait that follows it: at least `asked`, up to a quarter longer
  /// by `jitter` (0..<1, from the caller's seeded generator), at most the longest.
  package mutating func wait(asked: Duration?, jitter: Double) -> Duration {
    let own = min(first * (1 << min(failures, 30)), longest)
    failures += 1
    return bounded(max(asked ?? own, first), jitter: jitter)
  }

  /// A wait that was asked for, made a little longer by `jitter`, at most the longest.
  package func bounded(_ asked: Duration, jitter: Double) -> Duration {
    let plain = min(max(asked, .zero), longest)
    let share = jitter.isFinite ? min(max(jitter, 0), 1) / 4 : 0
    let spread = Int64(Double(plain.wholeMilliseconds) * share)
    return min(plain + .milliseconds(spread), longest)
  }

  /// Forgets the failures: the next wait is the first again.
  package mutating func reset() { failures = 0 }
}
