/// An instant of wall time, in milliseconds since 1970-01-01T00:00:00Z, for what is stored and shown.
package struct Moment: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970, without leap seconds.
  package var milliseconds: Int64

  /// Makes the instant that lies `milliseconds` after 1970.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Whether the first instant is the earlier one.
  package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  /// The instant so many milliseconds later; clamped, never trapping.
  package func later(milliseconds later: Int64) -> Self {
    let sum = milliseconds.addingReportingOverflow(later)
    guard sum.overflow else { return Self(milliseconds: sum.partialValue) }
    return Self(milliseconds: later < 0 ? .min : .max)
  }

  /// The instant `duration` later; clamped, never trapping.
  package static func + (moment: Self, duration: Duration) -> Self {
    moment.later(milliseconds: duration.wholeMilliseconds)
  }

  /// The instant `duration` earlier; clamped, never trapping.
  package static func - (moment: Self, duration: Duration) -> Self {
    let difference = moment.milliseconds.subtractingReportingOverflow(duration.wholeMilliseconds)
    guard difference.overflow else { return Self(milliseconds: difference.partialValue) }
    return Self(milliseconds: duration < .zero ? .max : .min)
  }

  /// The milliseconds from `earlier` to this; negative when they are the other way round, clamped.
  package func milliseconds(since earlier: Self) -> Int64 {
    let gap = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return gap.overflow ? (self < earlier ? .min : .max) : gap.partialValue
  }

  /// The time from `earlier` to `later`; negative when they are the other way round.
  package static func - (later: Self, earlier: Self) -> Duration {
    Duration(wholeMilliseconds: later.milliseconds(since: earlier))
  }
}

extension Duration {
  /// The duration in milliseconds, rounded towards zero and clamped to 64 bits.
  package var wholeMilliseconds: Int64 {
    #if compiler(>=6.2)
      // Every look reckons with dozens of times; `components` takes many times as long.
      let fraction = attoseconds >> 15
      if fraction >= 0, fraction <= Int128(Int64.max) {
        // 10^15 is 5^15 times 2^15: up to three days that is a division of 64 bits.
        return Int64(truncatingIfNeeded: fraction) / 30_517_578_125
      }
      let whole = attoseconds / Self.attosecondsInMillisecond
      let kept = Int64(truncatingIfNeeded: whole)
      return Int128(kept) == whole ? kept : (whole < 0 ? .min : .max)
    #else
      return byComponents
    #endif
  }

  /// A duration of so many milliseconds.
  init(wholeMilliseconds: Int64) {
    #if compiler(>=6.2)
      self.init(attoseconds: Int128(wholeMilliseconds) * Self.attosecondsInMillisecond)
    #else
      self = .milliseconds(wholeMilliseconds)
    #endif
  }

  #if compiler(>=6.2)
    private static var attosecondsInMillisecond: Int128 { 1_000_000_000_000_000 }
  #else
    private var byComponents: Int64 {
      // `components` traps beyond these.
      if self >= .seconds(Int64.max) { return .max }
      if self <= .seconds(Int64.min) { return .min }
      let (seconds, attoseconds) = components
      let whole = seconds.multipliedReportingOverflow(by: 1000)
      guard !whole.overflow else { return seconds < 0 ? .min : .max }
      let sum = whole.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
      return sum.overflow ? (seconds < 0 ? .min : .max) : sum.partialValue
    }
  #endif
}
