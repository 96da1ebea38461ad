internal import CredentialCore
internal import Linux

/// What can be read of the store at any time without waiting for it.
final class StoreStatus: Sendable {
  /// What is told.
  private struct State {
    var health = StoreHealth.writable
    var counts = StoreCounts()
  }

  private let state = Lock(State())

  var health: StoreHealth { state.withLock { $0.health } }
  var counts: StoreCounts { state.withLock { $0.counts } }

  func turned() { state.withLock { $0.counts.turns += 1 } }

  func readerTurned() { state.withLock { $0.counts.readerTurns += 1 } }

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
