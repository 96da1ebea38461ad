internal import CredentialCore
internal import Linux

/// What can be read of the store at any time without waiting for it.
final class StoreStatus: Sendable {
  /// What is told.
  private struct State {
    var health = StoreHealth.writable
    var counts = StoreCounts()
    var writer = LoopWatch()
    var reader = LoopWatch()
  }

  /// Who waits for a loop's next turn.
  struct LoopWatch {
    fileprivate var hasEnded = false
    fileprivate var watchers: [CheckedContinuation<Void, Never>] = []

    fileprivate mutating func turned() {
      for watcher in watchers { watcher.resume() }
      watchers = []
    }
  }

  private let state = Lock(State())

  var health: StoreHealth { state.withLock { $0.health } }
  var counts: StoreCounts { state.withLock { $0.counts } }

  func turned() {
    state.withLock { state in
      state.counts.turns += 1
      state.writer.turned()
    }
  }

  func readerTurned() {
    state.withLock { $0.reader.turned() }
  }

  /// Resumes `watcher` at the writer's next turn, at once when it has ended.
  func watchWriter(_ watcher: CheckedContinuation<Void, Never>) { watch(\.writer, watcher) }

  /// Resumes `watcher` at the reader's next turn, at once when it has ended.
  func watchReader(_ watcher: CheckedContinuation<Void, Never>) { watch(\.reader, watcher) }

  /// Both loops have ended.
  func ended() {
    state.withLock { state in
      (state.writer.hasEnded, state.reader.hasEnded) = (true, true)
      state.writer.turned()
      state.reader.turned()
    }
  }

  private func watch(
    _ loop: WritableKeyPath<State, LoopWatch>, _ watcher: CheckedContinuation<Void, Never>
  ) {
    state.withLock { state in
      if state[keyPath: loop].hasEnded { return watcher.resume() }
      state[keyPath: loop].watchers.append(watcher)
    }
  }

  func committed(jobs: Int) {
    state.withLock { state in
      state.health = .writable
      state.counts.commits += 1
      state.counts.jobs += UInt64(jobs)
    }
  }

  /// Keeps the time of the first failure in a row.
  func blocked(_ reason: String, since now: Moment?) {
    state.withLock { state in
      if case .blocked(_, let since) = state.health {
        state.health = .blocked(reason: reason, since: since)
      } else {
        state.health = .blocked(reason: reason, since: now ?? Moment(milliseconds: 0))
      }
    }
  }
}
