internal import CredentialCore

/// The rounds of one provider as a value: what to do next, given pace and what is due.
///
/// The actor that holds it and a simulator drive it alike; it reads no clock and sends nothing.
struct ProviderRound: Sendable {
  /// What to do next.
  enum Step: Sendable, Equatable {
    /// Claim at most so many due looks and begin them.
    case claim(limit: Int)
    /// Wait until then, or for news (a result, something newly due); nil: for news only.
    case wait(until: Moment?)
  }

  /// After a claim that found nothing although something was due, and after a store's refusal.
  static let pause: Duration = .seconds(1)

  /// After a clock that went back further than this, due times say nothing; the store repairs its own
  /// at the next claim.
  static let stepBack: Duration = .seconds(60)

  private(set) var pace: Pace
  private var catchUp: CatchUp?
  private let gather: Duration
  private var due: Moment?
  private var lastSeen: Moment
  /// Something became due since the last claim was begun, perhaps too late for it to see.
  private var hasNews = false

  /// Begins with a claim, to learn what is due.
  init(policy: ProviderPolicy, now: Moment) {
    pace = Pace(
      looksPerSecond: policy.looksPerSecond, inFlight: policy.inFlight, now: now)
    gather = policy.gather
    catchUp = policy.catchUp.map { CatchUp(times: $0, interval: policy.interval, now: now) }
    due = now
    lastSeen = now
  }

  /// Says what to do at `now`.
  mutating func next(now: Moment) -> Step {
    if now < lastSeen - Self.stepBack { due = now }
    lastSeen = now
    guard let due else { return .wait(until: nil) }
    guard due <= now else { return .wait(until: due) }
    let allowance = pace.allowance(now: now)
    guard allowance > 0 else { return .wait(until: pace.nextAllowance(now: now)) }
    hasNews = false
    return .claim(limit: allowance)
  }

  /// How many looks of a claim made at `now` may be regular ones; nil: all.
  mutating func regularAllowance(now: Moment) -> Int? { catchUp?.allowance(now: now) }

  /// Until when the provider is not asked, whatever is due; nil when nothing is in the way.
  mutating func wait(now: Moment) -> Moment? { pace.wait(now: now) }

  /// Notes what the claim made at `asked` yielded; its looks are begun now.
  mutating func claimed(_ batch: ClaimBatch, asked: Moment, now: Moment) {
    catchUp?.sent(batch.regular, of: batch.planned, now: now)
    var nextDue = batch.nextDue
    if let due = nextDue, let free = catchUp?.next(now: now) {
      // A regular look that is due waits until it may be made; one that was asked for does not.
      nextDue = min(max(due, free), batch.nextAsked ?? .distantFuture)
    }
    claimed(batch.looks.count, nextDue: nextDue, asked: asked, now: now)
  }

  /// Notes that the claim made at `asked` yielded `looks` looks, which are begun now.
  mutating func claimed(_ looks: Int, nextDue: Moment?, asked: Moment, now: Moment) {
    pace.sent(looks, now: now)
    // What falls due soon may share a request; what is due already waits for the pace alone.
    due = nextDue.map { $0 > asked ? max($0, asked + gather) : $0 }
    if looks == 0, let nextDue, nextDue <= asked { due = now + Self.pause }
    if hasNews { due = min(due ?? now, now) }
  }

  /// Notes that the store refused a claim.
  mutating func refused(now: Moment) { due = now + Self.pause }

  /// Notes that something may have become due.
  mutating func nudged(now: Moment) {
    due = min(due ?? now, now)
    hasNews = true
  }

  /// Notes the end of looks, and when the earliest look falls due that their commit has planned.
  ///
  /// `jitter` yields numbers in 0..<1 for the pace's waits.
  mutating func received(
    _ results: [LookResult], nextDue: Moment?, now: Moment, jitter: () -> Double
  ) {
    // By index: a loop over the results would copy each.
    for index in results.indices {
      pace.finished(results[index].answer, now: now, jitter: jitter())
    }
    if let nextDue { due = min(due ?? nextDue, nextDue) }
  }
}
