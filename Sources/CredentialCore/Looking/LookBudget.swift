/// The looks charged to one credential: one scheduled look in a rolling period and one more for a
/// confirmation or a manual check, never a third.
///
/// Source: the design's rule 5; Apple allows about one verification a day for each refresh token.
package struct LookBudget: Sendable, Equatable {
  /// When the last regular look was charged.
  package var scheduled: Moment?
  /// When the last extra look was charged.
  package var extra: Moment?

  /// Starts from what the store holds.
  package init(scheduled: Moment? = nil, extra: Moment? = nil) {
    self.scheduled = scheduled
    self.extra = extra
  }

  /// Which part of the budget a look was charged to; a refund gives it back.
  package enum Charge: String, Sendable, Equatable {
    /// The regular look.
    case scheduled
    /// The extra look.
    case extra
    /// No budget applies.
    case free
  }

  /// The outcome of asking for a look.
  package enum Verdict: Sendable, Equatable {
    /// Charged; make the look.
    case granted(Charge)
    /// Spent; ask again at this time.
    case refused(until: Moment)
  }

  /// Charges one look for `purpose` at `now`, or says when it can be had.
  ///
  /// A charge that lies more than one period in the future was written under a wrong clock and is
  /// forgotten.
  package mutating func charge(_ purpose: LookPurpose, at now: Moment, period: Duration) -> Verdict
  {
    guard period > .zero else { return .granted(.free) }
    let scheduledFree = Self.freeFrom(scheduled, now, period)
    if scheduledFree <= now {
      scheduled = now
      return .granted(.scheduled)
    }
    guard purpose != .scheduled else { return .refused(until: scheduledFree) }
    let extraFree = Self.freeFrom(extra, now, period)
    guard extraFree <= now else { return .refused(until: min(scheduledFree, extraFree)) }
    extra = now
    return .granted(.extra)
  }

  /// Gives back a charge for a request that surely never left.
  package mutating func refund(_ charge: Charge) {
    switch charge {
    case .scheduled: scheduled = nil
    case .extra: extra = nil
    case .free: break
    }
  }

  private static func freeFrom(_ charged: Moment?, _ now: Moment, _ period: Duration) -> Moment {
    guard let charged, charged <= now + period else { return now }
    return charged + period
  }
}
