internal import Linux

/// Lets any number of callers wait until the store's threads have let go of its files.
final class StoreEnd: Sendable {
  /// Whether it is over, and who waits for that.
  private struct State {
    var isOver = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// Returns when `reach` was called, at once if it was before.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.waiting.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  /// Everything is closed.
  func reach() {
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
