internal import CredentialCore

/// What a kind's provider allows of looks, and what is usual for it: the defaults and bounds of the keys
/// that every kind has.
struct LookTerms: Sendable {
  /// The time between two regular looks, when nothing is configured.
  var interval: Duration = .seconds(86_400)
  /// The shortest such time.
  var shortestInterval: Duration
  /// The time to the look that may confirm a negative answer, when nothing is configured.
  var confirmAfter: Duration
  /// The shortest such time.
  var shortestConfirmation: Duration
  /// What a dead token leads to, when nothing is configured.
  var deadToken: ProviderPolicy.DeadToken
  /// Looks a second, when nothing is configured.
  var looksPerSecond: Double = 10
  /// The highest pace.
  var mostLooksPerSecond: Int
  /// Looks in flight, when nothing is configured.
  var inFlight = 20
  /// How many times their average rate regular looks may be made when many are overdue.
  var catchUp: Double? = 1.5
  /// How long one charged look counts; `.zero`: no budget.
  var budgetPeriod: Duration = .zero
  /// Whether a look replaces the token, when nothing is configured; nil for a kind that never does.
  var rotates: Bool?
  /// Whether an interval below a day stands for one, as before a stand-in on this machine.
  var hasShortDays = false
}

extension LookTerms {
  /// The longest time between two regular looks.
  static let longestInterval: Duration = .seconds(90 * 86_400)
  /// The longest time to a confirmation.
  static let longestConfirmation: Duration = .seconds(7 * 86_400)
  /// The longest time without which nobody is called stale.
  static let longestStale: Duration = .seconds(365 * 86_400)

  private static let day: Duration = .seconds(86_400)
  private static let evidenceDay: Duration = .seconds(20 * 3600)

  /// How far apart looks are that count as made on different days.
  func evidenceDay(interval: Duration) -> Duration {
    hasShortDays ? min(Self.evidenceDay, interval) : Self.evidenceDay
  }

  /// Looks at a revoked grant: one, three and seven days after the revocation.
  func looksAfterRevocation(interval: Duration) -> [Duration] {
    let day = hasShortDays ? interval : Self.day
    return [day, day * 3, day * 7]
  }
}
