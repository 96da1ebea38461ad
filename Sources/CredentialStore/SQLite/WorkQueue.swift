internal import Linux

/// Hands work from any thread to one thread, in bounded lanes; the lower lane is taken first.
final class WorkQueue<Work: Sendable>: Sendable {
  /// What waits, and whether more may come.
  private struct State {
    var lanes: [[Work]]
    var isClosed = false
    var isWaiting = false
  }

  /// What became of an offer.
  enum Answer {
    case accepted
    case full
    case closed
  }

  private let limits: [Int]
  private let state: Lock<State>
  private let wakeUp = WakeDescriptor()
  private let poller = Poller()

  /// Makes one lane for each limit.
  init(limits: [Int]) throws {
    self.limits = limits
    state = Lock(State(lanes: limits.map { _ in [] }))
    try poller.add(wakeUp.descriptor, .read, token: 0)
  }

  /// Adds work to a lane; work that `mustBeKept` is taken even when the lane is full.
  func offer(_ work: Work, lane: Int, mustBeKept: Bool) -> Answer {
    let answer = state.withLock { state -> Answer in
      guard !state.isClosed else { return .closed }
      guard mustBeKept || state.lanes[lane].count < limits[lane] else { return .full }
      state.lanes[lane].append(work)
      return .accepted
    }
    wakeUp.wake()
    return answer
  }

  /// Takes everything that waits, by lane, at most `limit`.
  ///
  /// A lane in a hurry leaves the lanes behind it their share, so that none waits for good.
  func take(_ limit: Int) -> [Work] {
    state.withLock { state in
      var taken: [Work] = []
      let share = limit / state.lanes.count
      for lane in state.lanes.indices {
        let left = state.lanes[(lane + 1)...].map { min($0.count, share) }.reduce(0, +)
        let count = min(limit - taken.count - left, state.lanes[lane].count)
        taken += state.lanes[lane].prefix(count)
        state.lanes[lane].removeFirst(count)
      }
      return taken
    }
  }

  /// Waits for work, a wake-up or the close, at most so long (nil: without end).
  func wait(milliseconds: Int32?) {
    state.withLock { $0.isWaiting = true }
    _ = poller.wait(milliseconds: milliseconds)
    state.withLock { $0.isWaiting = false }
    wakeUp.clear()
  }

  /// Makes the thread turn once.
  func wake() { wakeUp.wake() }

  /// Whether the thread waits and nothing waits for it: no turn is to be expected of it.
  var isAtRest: Bool {
    state.withLock { state in state.isWaiting && state.lanes.allSatisfy(\.isEmpty) }
  }

  /// Refuses further offers.
  func close() {
    state.withLock { $0.isClosed = true }
    wakeUp.wake()
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Nothing waits and nothing will come.
  var isDrained: Bool {
    state.withLock { state in state.isClosed && state.lanes.allSatisfy(\.isEmpty) }
  }
}
