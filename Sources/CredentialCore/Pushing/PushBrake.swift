/// Keeps the pushes of one provider back because too many at once would end users' sessions.
package struct PushBrake: Sendable, Equatable {
  /// So long it is on.
  package static let span: Duration = .seconds(3600)

  /// When it went on.
  package let since: Moment
  /// So many in an hour were not too many.
  package let limit: Int

  /// Spells out a brake.
  package init(since: Moment, limit: Int) {
    self.since = since
    self.limit = limit
  }

  /// When its hour is over.
  package var until: Moment { since + Self.span }

  /// Whether its hour is over; one that was put on under a clock that was ahead counts as over.
  package func isOver(at now: Moment) -> Bool { now >= until || since > now + Self.span }
}

/// What the pushes of a provider amount to; the store keeps it with the provider.
package struct PushStanding: Sendable, Equatable {
  /// Fewer in an hour than these are never too many.
  static let fewestTooMany = 50
  /// So many times the ordinary number is too many.
  static let timesOrdinary = 10.0

  /// How many came lately that end sessions: what its slices count as turns.
  package var tally: Tally
  /// Set while too many came at once; over by itself after an hour.
  package var brake: PushBrake?
  /// When the last verified push came, by our clock; nil before the first.
  package var heard: Moment?

  /// Spells out a standing.
  package init(tally: Tally = Tally(), brake: PushBrake? = nil, heard: Moment? = nil) {
    self.tally = tally
    self.brake = brake
    self.heard = heard
  }

  /// The brake that keeps pushes back at `now`.
  package func brake(at now: Moment) -> PushBrake? {
    brake.flatMap { $0.isOver(at: now) ? nil : $0 }
  }

  /// So many in an hour are let through.
  package func limit(at now: Moment) -> Int {
    max(Self.fewestTooMany, Int(Self.timesOrdinary * tally.ordinaryTurnsAnHour(at: now)))
  }

  /// Counts one that would end sessions; false when it must be kept back.
  mutating func admit(at now: Moment) -> Bool {
    guard brake(at: now) == nil else { return false }
    release()
    let limit = limit(at: now)
    guard tally.counts(.hour, at: now).turns < limit else {
      brake = PushBrake(since: now, limit: limit)
      return false
    }
    tally.note(Tally.Counts(turns: 1), at: now, isOrdinary: true)
    return true
  }

  /// Takes the brake off and begins to count anew.
  mutating func release() {
    guard brake != nil else { return }
    brake = nil
    tally.forgetLately()
  }
}

/// The brake of a provider's pushes went on, off, or on again.
package struct PushBrakeChange: Sendable, Equatable {
  /// The provider.
  package let provider: ProviderName
  /// What holds now; nil when it went off.
  package let brake: PushBrake?

  /// The change from `before` to `after`; nil when there is none.
  package init?(_ provider: ProviderName, before: PushBrake?, after: PushBrake?) {
    guard before != after else { return nil }
    self.provider = provider
    brake = after
  }
}
