/// What follows an attempt's outcome: the ledger entry is closed, or tried again later.
package struct RetryPlan: Sendable, Equatable {
  /// What becomes of a delivery.
  package enum Disposition: Sendable, Equatable {
    /// Closed with this status; never started again.
    case closed(Delivery.Status)
    /// Due again at this time.
    case retry(at: Moment)
  }

  /// Wait before the second attempt; doubles with each further one.
  package var firstWait: Duration
  /// The longest wait between two attempts.
  package var longestWait: Duration
  /// How long after the first attempt the last one may start.
  package var giveUpAfter: Duration
  /// Whether an attempt whose end is not known is run again.
  package var retriesUnknown: Bool

  /// Spells out a plan.
  package init(
    firstWait: Duration, longestWait: Duration, giveUpAfter: Duration, retriesUnknown: Bool
  ) {
    self.firstWait = firstWait
    self.longestWait = longestWait
    self.giveUpAfter = giveUpAfter
    self.retriesUnknown = retriesUnknown
  }

  /// Decides after attempt number `attempt` (from 1), the first of which began at `first`.
  ///
  /// `jitter` lies in 0..<1 and comes from the caller's seeded generator: waits are spread between
  /// three quarters and five quarters.
  package func next(
    after outcome: AttemptOutcome.Kind, attempt: Int, first: Moment, now: Moment, jitter: Double
  ) -> Disposition {
    switch outcome {
    case .done: return .closed(.done)
    case .notMine: return .closed(.notMine)
    case .unknown where !retriesUnknown: return .closed(.deadLetter)
    case .unknown where attempt <= 1:
      // It may have done its work: once more, soon. A hook that ends its runner each time waits.
      return .retry(at: now)
    case .unknown, .later, .broken, .failed, .signalled, .timedOut, .notStarted, .notRun:
      let due = now + wait(before: attempt + 1, jitter: jitter)
      return due <= first + giveUpAfter ? .retry(at: due) : .closed(.deadLetter)
    }
  }

  private func wait(before attempt: Int, jitter: Double) -> Duration {
    let doublings = min(max(attempt - 2, 0), 30)
    let plain = min(firstWait * (1 << doublings), longestWait)
    let share = jitter.isFinite ? min(max(jitter, 0), 1) : 0
    return .milliseconds(Int64(Double(plain.wholeMilliseconds) * (0.75 + share / 2)))
  }
}
