/// An instant of wall time, in milliseconds since 1970-01-01T00:00:00Z, for what is stored and shown.
package struct Moment: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970, without leap seconds.
  package var milliseconds: Int64

  /// Makes the instant that lies `milliseconds` after 1970.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Whether the first instant is the earlier one.
  package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  /// The instant `duration` later; clamped, never trapping.
  package static func + (moment: Self, duration: Duration) -> Self {
    let sum = moment.milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
    guard sum.overflow else { return Self(milliseconds: sum.partialValue) }
    return Self(milliseconds: duration < .zero ? .min : .max)
  }

  /// The instant `duration` earlier; clamped, never trapping.
  package static func - (moment: Self, duration: Duration) -> Self {
    let difference = moment.milliseconds.subtractingReportingOverflow(duration.wholeMilliseconds)
    guard difference.overflow else { return Self(milliseconds: difference.partialValue) }
    return Self(milliseconds: duration < .zero ? .max : .min)
  }

  /// The time from `earlier` to `later`; negative when they are the other way round.
  package static func - (later: Self, earlier: Self) -> Duration {
    let gap = later.milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return .milliseconds(gap.overflow ? (later < earlier ? Int64.min : .max) : gap.partialValue)
  }
}

extension Duration {
  /// The duration in milliseconds, rounded towards zero and clamped to 64 bits.
  package var wholeMilliseconds: Int64 {
    // `components` traps beyond these.
    if self >= Self.longest { return .max }
    if self <= Self.shortest { return .min }
    let (seconds, attoseconds) = components
    let whole = seconds.multipliedReportingOverflow(by: 1000)
    guard !whole.overflow else { return seconds < 0 ? .min : .max }
    let sum = whole.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return sum.overflow ? (seconds < 0 ? .min : .max) : sum.partialValue
  }

  private static let longest: Duration = .seconds(Int64.max)
  private static let shortest: Duration = .seconds(Int64.min)
}
