package import CredentialCore
internal import Linux

/// Time under a test's control: it stands still until the test moves it, and announces sleepers.
package final class ManualTime: TimeSource {
  private struct Sleeper {
    let until: Moment
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now: Moment
    var origin = Moment(milliseconds: 0)
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
  }

  private let state: Lock<State>
  private let announcements: AsyncStream<Moment>
  private let announce: AsyncStream<Moment>.Continuation

  /// Stands at `start`.
  package init(_ start: Moment) {
    state = Lock(State(now: start))
    (announcements, announce) = AsyncStream.makeStream()
  }

  /// Each value is the moment somebody began to wait for.
  package var sleeps: AsyncStream<Moment> { announcements }

  /// Where time stands.
  package func now() -> Moment { state.withLock { $0.now } }

  /// Both clocks: a move forward is time that passes, everything else a step of the wall clock.
  package func clock() -> ClockReading {
    state.withLock { ClockReading(now: $0.now, origin: $0.origin, boot: "manual") }
  }

  /// Waits until the test has moved time there, or until cancelled; not at all when the test has moved
  /// it back since `chosen`.
  package func sleep(until moment: Moment, asOf chosen: Moment) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.cancelled.contains(id) || moment <= state.now || state.now < chosen {
            return true
          }
          state.sleepers[id] = Sleeper(until: moment, continuation: continuation)
          return false
        }
        if isOver { continuation.resume() } else { announce.yield(moment) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Waits until the test has moved time there, or until cancelled.
  package func sleep(until moment: Moment) async { await sleep(until: moment, asOf: now()) }

  /// Moves time to `moment`, also backwards, and wakes whoever waited for it.
  package func move(to moment: Moment) {
    let due = state.withLock { state in
      if moment < state.now { state.origin = state.origin + (moment - state.now) }
      state.now = moment
      let due = state.sleepers.filter { $0.value.until <= moment }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Moves time as a step of the wall clock does: whoever waits looks again.
  package func step(to moment: Moment) {
    let sleepers = state.withLock { state in
      state.origin = state.origin + (moment - state.now)
      state.now = moment
      defer { state.sleepers = [:] }
      return state.sleepers.values.map(\.continuation)
    }
    for continuation in sleepers { continuation.resume() }
  }

  /// Moves time forward.
  package func advance(by duration: Duration) { move(to: now() + duration) }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { state in
      state.cancelled.insert(id)
      return state.sleepers.removeValue(forKey: id)
    }
    sleeper?.continuation.resume()
  }
}
