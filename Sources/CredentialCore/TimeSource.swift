/// Wall time and waiting, handed in; the real one is made in the composition root only.
///
/// To the implementer: `sleep` returns when `now()` has reached the moment, when the task was
/// cancelled, and when the wall clock was stepped; it may return early, and callers look again. It
/// counts time in suspend.
package protocol TimeSource: Sendable {
  /// The wall time.
  func now() -> Moment
  /// The wall time beside the clock that only grows, to notice steps by.
  func clock() -> ClockReading
  /// Waits until a moment that was chosen at `now`, or returns early: at once when the clock was set
  /// back since, for then the moment says nothing.
  func sleep(until moment: Moment, asOf now: Moment) async
  /// Waits until a moment that is chosen now, or returns early.
  func sleep(until moment: Moment) async
}
