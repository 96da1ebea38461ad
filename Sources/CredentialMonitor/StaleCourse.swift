internal import CredentialCore

/// The search of one provider for users whom nobody has confirmed for long: where it goes on, and when.
///
/// It goes along with what wakes the watch anyway, so that a provider without trouble wakes nobody.
struct StaleCourse: Sendable {
  /// So many users are told of in one transaction.
  private static let toldAtOnce = 500
  private static let pauseAfterRefusal: Duration = .seconds(60)

  private var after: Int64?
  private var due: Moment

  /// Begins with the question when its next round is.
  init(now: Moment) { due = now }

  /// Whether a step is to be made. A time that lies further ahead than any that is planned was chosen
  /// before the clock went back.
  func isDue(interval: Duration, now: Moment) -> Bool {
    now >= due || due > now + StaleRounds.tolerance(interval: interval)
  }

  /// When a round that is under way goes on; nil between two rounds.
  var nextStep: Moment? { after == nil ? nil : due }

  /// The step to make.
  func step(_ provider: ProviderName, decider: Decider, now: Moment) -> StaleSweep {
    StaleSweep(provider, decider: decider, after: after, limit: Self.toldAtOnce, now: now)
  }

  /// Notes what a step found.
  mutating func note(_ page: StalePage) { (after, due) = (page.next, page.due) }

  /// Notes that the store could not be read or written.
  mutating func refused(now: Moment) { due = now + Self.pauseAfterRefusal }
}
