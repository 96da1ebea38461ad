/// What the looks of one client said lately, counted in slices of time: the latest hour, the latest day,
/// and the fortnight by which the ordinary rate is known.
package struct Tally: Sendable, Equatable {
  /// How far back is counted.
  package enum Span: String, Sendable, CaseIterable {
    /// The latest hour, in twelve slices.
    case hour
    /// The latest 24 hours, in as many slices.
    case day
    /// The fourteen days before today; days on which the brake was on are left out.
    case fortnight

    /// The width of one slice.
    package var width: Duration { .milliseconds(milliseconds) }

    fileprivate var milliseconds: Int64 {
      switch self {
      case .hour: 300_000
      case .day: 3_600_000
      case .fortnight: 86_400_000
      }
    }

    /// How many slices are kept, beside the one that is being filled.
    package var slices: Int {
      switch self {
      case .hour: 12
      case .day: 24
      case .fortnight: 14
      }
    }
  }

  /// What is counted.
  package struct Counts: Sendable, Equatable {
    /// Looks that gave a verdict: alive or dead.
    package var verdicts: Int
    /// Suspicions opened.
    package var suspicions: Int
    /// Proven verdicts that turned a state or were about to.
    package var turns: Int
    /// Users with an isolated answer, each once a day.
    package var isolated: Int

    /// Spells out counts.
    package init(verdicts: Int = 0, suspicions: Int = 0, turns: Int = 0, isolated: Int = 0) {
      self.verdicts = verdicts
      self.suspicions = suspicions
      self.turns = turns
      self.isolated = isolated
    }

    /// The sum.
    package static func + (left: Self, right: Self) -> Self {
      Self(
        verdicts: left.verdicts + right.verdicts, suspicions: left.suspicions + right.suspicions,
        turns: left.turns + right.turns, isolated: left.isolated + right.isolated)
    }
  }

  /// One stretch of time.
  package struct Slice: Sendable, Equatable {
    /// When it begins: a multiple of its span's width since 1970.
    package let start: Moment
    /// What was counted in it.
    package var counts: Counts

    /// Keeps what was counted from `start` on.
    package init(start: Moment, counts: Counts) {
      self.start = start
      self.counts = counts
    }
  }

  private var hour: [Slice]
  private var day: [Slice]
  private var fortnight: [Slice]

  /// Takes over what is stored, of each span the oldest slice first.
  package init(_ slices: [Span: [Slice]] = [:]) {
    hour = slices[.hour] ?? []
    day = slices[.day] ?? []
    fortnight = slices[.fortnight] ?? []
  }

  /// The slices of a span, the oldest first.
  package func slices(_ span: Span) -> [Slice] {
    switch span {
    case .hour: hour
    case .day: day
    case .fortnight: fortnight
    }
  }

  /// Counts at `now`; what was counted while the brake was on is no part of the ordinary rate.
  package mutating func note(_ counts: Counts, at now: Moment, isOrdinary: Bool) {
    Span.hour.add(counts, at: now, to: &hour)
    Span.day.add(counts, at: now, to: &day)
    if isOrdinary { Span.fortnight.add(counts, at: now, to: &fortnight) }
  }

  /// What was counted in the latest hour or day before `now`, up to one slice more.
  package func counts(_ span: Span, at now: Moment) -> Counts {
    let start = span.start(of: now)
    let oldest = span.oldest(start)
    var sum = Counts()
    for slice in slices(span) where slice.start >= oldest && slice.start <= start {
      sum = sum + slice.counts
    }
    return sum
  }

  /// Fewer days than these show no ordinary share.
  package static let daysToLearn = 7

  /// The share of looks that ordinarily open a suspicion: of the fourteen days before today, 0 while
  /// it is not known.
  package func ordinaryShare(at now: Moment) -> Double {
    guard let days = ordinaryDays(at: now) else { return 0 }
    let counts = days.reduce(Counts()) { $0 + $1.counts }
    return counts.verdicts == 0 ? 0 : Double(counts.suspicions) / Double(counts.verdicts)
  }

  /// How many turns an hour are ordinary: of the same days, 0 while it is not known.
  func ordinaryTurnsAnHour(at now: Moment) -> Double {
    guard let days = ordinaryDays(at: now) else { return 0 }
    return Double(days.reduce(0) { $0 + $1.counts.turns }) / Double(days.count * 24)
  }

  /// The days of the fortnight before today on which anything was counted; nil while they are too few.
  private func ordinaryDays(at now: Moment) -> [Slice]? {
    let today = Span.fortnight.start(of: now)
    let oldest = Span.fortnight.oldest(today)
    let days = fortnight.filter { $0.start >= oldest && $0.start < today }
    return days.count >= Self.daysToLearn ? days : nil
  }

  /// Forgets the latest hour and day, as when the brake goes off.
  package mutating func forgetLately() {
    hour = []
    day = []
  }
}

extension Tally.Span {
  /// Adds to the slice that holds `now` and drops those that are over.
  fileprivate func add(_ counts: Tally.Counts, at now: Moment, to kept: inout [Tally.Slice]) {
    let start = start(of: now)
    let oldest = oldest(start)
    // They are in order. A slice that is yet to come was counted under a wrong clock.
    if let first = kept.first, let last = kept.last, first.start < oldest || last.start > start {
      kept.removeAll { $0.start < oldest || $0.start > start }
    }
    guard kept.last?.start == start else {
      return kept.append(Tally.Slice(start: start, counts: counts))
    }
    kept[kept.count - 1].counts = kept[kept.count - 1].counts + counts
  }

  /// When the slice begins that holds `now`.
  fileprivate func start(of now: Moment) -> Moment {
    let past = now.milliseconds % milliseconds
    return now.later(milliseconds: past < 0 ? -past - milliseconds : -past)
  }

  /// When the oldest slice begins that is kept beside one that begins at `start`.
  fileprivate func oldest(_ start: Moment) -> Moment {
    start.later(milliseconds: -milliseconds * Int64(slices))
  }
}
