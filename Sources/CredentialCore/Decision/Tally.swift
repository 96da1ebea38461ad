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
    package var width: Duration {
      switch self {
      case .hour: .seconds(300)
      case .day: .seconds(3600)
      case .fortnight: .seconds(86_400)
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

  /// The slices of each span, the oldest first.
  package private(set) var slices: [Span: [Slice]]

  /// Takes over what is stored.
  package init(_ slices: [Span: [Slice]] = [:]) { self.slices = slices }

  /// Counts at `now`; what was counted while the brake was on is no part of the ordinary rate.
  package mutating func note(_ counts: Counts, at now: Moment, isOrdinary: Bool) {
    for span in Span.allCases where span != .fortnight || isOrdinary {
      span.add(counts, at: now, to: &slices[span, default: []])
    }
  }

  /// What was counted in the latest hour or day before `now`, up to one slice more.
  package func counts(_ span: Span, at now: Moment) -> Counts {
    let start = span.start(of: now)
    let oldest = start - span.width * span.slices
    return (slices[span] ?? []).filter { $0.start >= oldest && $0.start <= start }
      .reduce(Counts()) { $0 + $1.counts }
  }

  /// Fewer days than these show no ordinary share.
  package static let daysToLearn = 7

  /// The share of looks that ordinarily open a suspicion: of the fourteen days before today, 0 while
  /// it is not known.
  package func ordinaryShare(at now: Moment) -> Double {
    let today = Span.fortnight.start(of: now)
    let oldest = today - Span.fortnight.width * Span.fortnight.slices
    let days = (slices[.fortnight] ?? []).filter { $0.start >= oldest && $0.start < today }
    let counts = days.reduce(Counts()) { $0 + $1.counts }
    guard days.count >= Self.daysToLearn else { return 0 }
    return counts.verdicts == 0 ? 0 : Double(counts.suspicions) / Double(counts.verdicts)
  }

  /// Forgets the latest hour and day, as when the brake goes off.
  package mutating func forgetLately() {
    slices[.hour] = nil
    slices[.day] = nil
  }
}

extension Tally.Span {
  /// Adds to the slice that holds `now` and drops those that are over.
  fileprivate func add(_ counts: Tally.Counts, at now: Moment, to kept: inout [Tally.Slice]) {
    let start = start(of: now)
    let oldest = start - width * slices
    // A slice that is yet to come was counted under a wrong clock.
    if kept.contains(where: { $0.start < oldest || $0.start > start }) {
      kept.removeAll { $0.start < oldest || $0.start > start }
    }
    guard kept.last?.start == start else {
      return kept.append(Tally.Slice(start: start, counts: counts))
    }
    kept[kept.count - 1].counts = kept[kept.count - 1].counts + counts
  }

  /// When the slice begins that holds `now`.
  fileprivate func start(of now: Moment) -> Moment {
    let width = width.wholeMilliseconds
    let past = now.milliseconds % width
    return now - .milliseconds(past < 0 ? past + width : past)
  }
}
