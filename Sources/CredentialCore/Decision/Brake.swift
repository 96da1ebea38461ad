/// Keeps the verdicts of one client back because too many users at once would turn.
package struct Brake: Sendable, Equatable {
  /// Which limit was passed.
  package enum Limit: String, Sendable, CaseIterable {
    /// The share of an hour's looks.
    case hourShare = "hour_share"
    /// The share of a day's looks.
    case dayShare = "day_share"
    /// The number in an hour.
    case hourCount = "hour_count"
    /// The number in a day.
    case dayCount = "day_count"

    /// The limit in words and the key that sets it, for people.
    package var sentence: String {
      switch self {
      case .hourShare: "too large a share of the looks of an hour (brake_min)"
      case .dayShare: "too large a share of the looks of a day (brake_min)"
      case .hourCount: "too many in an hour (brake_max_per_hour)"
      case .dayCount: "too many in a day (brake_max_per_day)"
      }
    }
  }

  /// So many of the latest looks at suspected users tell whether the trouble is over.
  static let sampleSize = 20

  /// When it went on.
  package let since: Moment
  /// The limit that was passed.
  package let limit: Limit
  /// How many there were then.
  package let count: Int
  /// Users who were suspected when it went on, not those of the window who were logged out before, and
  /// the suspicions opened since.
  package var opened: Int
  /// How many of those users were found well since, or have signed in anew, or are forgotten.
  package var cleared: Int
  /// How many looks at suspected users are in the sample, at most 20.
  package var sampled: Int
  /// How many of those agreed that the user is gone; the newest is the lowest bit.
  package var sample: UInt32

  /// Spells out a brake.
  package init(
    since: Moment, limit: Limit, count: Int, opened: Int, cleared: Int = 0, sampled: Int = 0,
    sample: UInt32 = 0
  ) {
    self.since = since
    self.limit = limit
    self.count = count
    self.opened = opened
    self.cleared = cleared
    self.sampled = sampled
    self.sample = sample
  }

  /// Counts a new look at a user who was suspected before it.
  mutating func noteAgain(agrees: Bool) {
    sample = ((sample << 1) | (agrees ? 1 : 0)) & (1 << UInt32(Self.sampleSize) - 1)
    sampled = min(sampled + 1, Self.sampleSize)
    if !agrees { cleared += 1 }
  }

  /// Whether the trouble is over: with as many suspicions as would remain the brake would be far from
  /// going on.
  ///
  /// The sample tells soon when many are suspected. It is of looks, and a user who is well leaves it
  /// while one who is gone is looked at again and again; so of few, those found well are counted out.
  var isOver: Bool {
    guard sampled + cleared > 0 else { return false }
    let left = Double(opened - cleared)
    // Of those who put it on, as many as can still be found well.
    let cause = Double(min(count, opened))
    if left * 2 < cause { return true }
    guard sampled >= min(Self.sampleSize, opened) else { return false }
    return Double(sample.nonzeroBitCount) / Double(sampled) * Double(opened) * 2 < cause
  }
}

/// When the brake of a client goes on; the configuration may set what nil leaves to the number of users.
package struct BrakeLimits: Sendable, Equatable {
  /// The share of looks that is never too large.
  static let leastShare = 0.03
  /// So many times the ordinary share is too large.
  static let timesOrdinary = 5.0
  /// No number of users makes a limit higher than this by itself.
  static let highestCount = 5_000

  /// Fewer than these are no share; nil: 3 below 100 users, else 10.
  package var minimum: Int?
  /// So many in an hour are too many; nil: one in a thousand users, 5 to 5,000.
  package var perHour: Int?
  /// So many in a day are too many; nil: one in two hundred users, 5 to 5,000.
  package var perDay: Int?

  /// Spells out limits.
  package init(minimum: Int? = nil, perHour: Int? = nil, perDay: Int? = nil) {
    self.minimum = minimum
    self.perHour = perHour
    self.perDay = perDay
  }

  /// The limit that `count` of a client with so many members passes, and how many there are.
  func passed(
    by count: KeyPath<Tally.Counts, Int>, in tally: Tally, members: Int, at now: Moment
  ) -> (limit: Brake.Limit, count: Int)? {
    let share = max(Self.leastShare, Self.timesOrdinary * tally.ordinaryShare(at: now))
    for span in [Tally.Span.hour, .day] {
      let counts = tally.counts(span, at: now)
      let number = counts[keyPath: count]
      if number >= most(span, members: members) {
        return (span == .hour ? .hourCount : .dayCount, number)
      }
      if number >= minimum ?? (members < 100 ? 3 : 10),
        Double(number) > share * Double(counts.verdicts)
      {
        return (span == .hour ? .hourShare : .dayShare, number)
      }
    }
    return nil
  }

  private func most(_ span: Tally.Span, members: Int) -> Int {
    let (set, part) = span == .hour ? (perHour, members / 1000) : (perDay, members / 200)
    return set ?? min(max(5, part), Self.highestCount)
  }
}
