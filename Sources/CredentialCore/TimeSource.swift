/// Wall time and waiting, handed in; the real one is made in the composition root only.
///
/// To the implementer: `sleep` returns when `now()` has reached the moment, when the task was
/// cancelled, and when the wall clock was stepped; it may return early, and callers look again. It
/// counts time in suspend.
package protocol TimeSource: Sendable {
  /// The wall time.
  func now() -> Moment
  /// Waits until a moment, or returns early.
  func sleep(until moment: Moment) async
}
