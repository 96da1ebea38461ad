/// Asks for one step of the search for users whom nobody has confirmed for long.
package struct StaleSweep: Sendable {
  /// The provider whose users are searched.
  package let provider: ProviderName
  /// The rules in force.
  package let decider: Decider
  /// Where to go on, as the step before said; nil begins a round, when its time has come.
  package let after: Int64?
  /// How many users are told of in one step at most.
  package let limit: Int
  /// Wall time.
  package let now: Moment

  /// Spells out a step.
  package init(
    _ provider: ProviderName, decider: Decider, after: Int64?, limit: Int, now: Moment
  ) {
    self.provider = provider
    self.decider = decider
    self.after = after
    self.limit = limit
    self.now = now
  }
}

/// What one step of the search found.
package struct StalePage: Sendable {
  /// What was published, of each user.
  package let committed: [Committed]
  /// Where the next step goes on; nil: it begins a round.
  package let next: Int64?
  /// When the next step is made.
  package let due: Moment

  /// Describes a step.
  package init(committed: [Committed], next: Int64?, due: Moment) {
    self.committed = committed
    self.next = next
    self.due = due
  }
}

/// When the rounds of that search begin; the same for every backend.
package enum StaleRounds {
  /// When a round may begin: as planned, and an interval from now when that was missed for long (the
  /// daemon was off, so first everybody comes up) or lies too far ahead (a wrong clock).
  package static func begin(planned stored: Moment?, interval: Duration, now: Moment) -> Moment {
    let tolerance = tolerance(interval: interval)
    guard let stored, stored + tolerance >= now, stored <= now + tolerance else {
      return now + interval
    }
    return stored
  }

  /// A planned time that lies further off than this was missed, or written under a wrong clock.
  package static func tolerance(interval: Duration) -> Duration { max(interval, .seconds(3600)) }

  /// When the round after one that ends now begins.
  package static func next(interval: Duration, now: Moment) -> Moment {
    now + max(.seconds(10), .milliseconds(interval.wholeMilliseconds / 4))
  }

  /// The pause between two steps of a round: even 100 million users, 5,000 a step, are searched within
  /// an interval, and few are never a burst.
  package static func pause(interval: Duration) -> Duration {
    .milliseconds(max(1, interval.wholeMilliseconds / 20_000))
  }
}
