internal import CredentialCore
internal import Linux

/// What other threads hand to the thread of a program.
final class ExecMailbox: Sendable {
  typealias Report = @Sendable ([LookResult]) -> Void

  /// Looks that were begun together.
  struct Batch: Sendable {
    let looks: [Look]
    let report: Report
  }

  /// Everything that came since the last look.
  struct Post: Sendable {
    var batches: [Batch] = []
    var isClosing = false
  }

  /// What both sides share.
  private struct State {
    var post = Post()
    var hasEnded = false
    var isRunning = false
    var turns: [CheckedContinuation<Void, Never>] = []
    var ends: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())
  /// Wakes the thread.
  let wake = WakeDescriptor()

  /// Queues looks; `false` once closed. `start` is called for the first: there is no thread before.
  func post(_ batch: Batch, start: () -> Void) -> Bool {
    let (accepted, isFirst) = state.withLock { state in
      guard !state.post.isClosing else { return (false, false) }
      state.post.batches.append(batch)
      defer { state.isRunning = true }
      return (true, !state.isRunning)
    }
    if isFirst { start() }
    wake.wake()
    return accepted
  }

  /// Ends everything; harmless when done.
  func close() {
    let ends = state.withLock { state in
      state.post.isClosing = true
      guard !state.isRunning else { return [CheckedContinuation<Void, Never>]() }
      state.hasEnded = true
      defer { state.ends = [] }
      return state.ends
    }
    for end in ends { end.resume() }
    wake.wake()
  }

  /// Returns when the thread has turned once, at once when there is none.
  func turn() async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        let waits = state.isRunning && !state.hasEnded
        if waits { state.turns.append(continuation) }
        return waits
      }
      if waits { wake.wake() } else { continuation.resume() }
    }
  }

  /// Returns when the thread has ended.
  func ended() async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        if !state.hasEnded { state.ends.append(continuation) }
        return !state.hasEnded
      }
      if !waits { continuation.resume() }
    }
  }

  /// Takes everything; the thread calls it once a turn.
  func take() -> Post {
    let (post, turns) = state.withLock { state in
      defer {
        state.post.batches = []
        state.turns = []
      }
      return (state.post, state.turns)
    }
    for turn in turns { turn.resume() }
    return post
  }

  /// The thread ends.
  func finish() {
    let waiting = state.withLock { state in
      state.hasEnded = true
      defer { (state.turns, state.ends) = ([], []) }
      return state.turns + state.ends
    }
    for continuation in waiting { continuation.resume() }
  }
}
