/// How fast one provider may be asked now: a token bucket, a cap on what is in flight, a wait when
/// it throttles, and a breaker that lets a single probe through while it cannot be reached.
///
/// The bucket is a quarter of a second deep, so that an idle time ends in no burst; what was sent
/// is counted over a rolling second as well, and no second holds more than the rate, rounded up.
/// Wall time is the only clock. A step back keeps what was left of a wait; after a step forward the
/// second begins anew.
package struct Pace: Sendable {
  /// No wait is longer, whatever the provider asks for.
  package static let longestWait: Duration = .seconds(3600)
  /// So many answers in a row that taught nothing open the breaker.
  package static let failuresToBreak = 5
  /// The longest time between two probes of a provider that cannot be reached.
  package static let longestProbeWait: Duration = .seconds(300)
  /// After so many answers in a row without throttling, the next throttling waits shortly again.
  package static let calmAnswers = 100

  private let perSecond: Double
  private let inFlightCap: Int
  private var tokens: Double = 1
  private var recent: RollingSecond
  private var inFlight = 0
  private var lastSeen: Moment
  private var heldUntil: Moment?
  private var throttling = Backoff(first: .seconds(10), longest: Self.longestWait)
  private var calm = 0
  private var outage = Backoff(first: .seconds(10), longest: Self.longestProbeWait)
  private var failures = 0

  /// Whether the breaker is open: the provider is asked by single probes only.
  package private(set) var isBroken = false

  /// Starts with one look allowed, so that restarts in a row are no burst.
  package init(looksPerSecond: Double, inFlight: Int, now: Moment) {
    perSecond = looksPerSecond.isFinite ? min(max(looksPerSecond, 0.001), 1_000_000) : 1
    recent = RollingSecond(perSecond: perSecond)
    inFlightCap = max(1, inFlight)
    lastSeen = now
  }

  /// How many looks may be sent at `now`.
  package mutating func allowance(now: Moment) -> Int {
    settle(now)
    guard heldUntil == nil else { return 0 }
    return max(0, min(Int(tokens.rounded(.down)), room, recent.room(now: now)))
  }

  /// When to ask for an allowance again: now, at the end of a wait, when about a tenth of a second's
  /// worth has gathered, or when the rolling second has room. With no room in flight that is a look's
  /// end, which the caller sees itself; the time given is then only an upper bound.
  package mutating func nextAllowance(now: Moment) -> Moment {
    if allowance(now: now) > 0 { return now }
    guard room > 0 else { return now + Self.longestWait }
    let missing = max(1, min(perSecond / 10, capacity)) - tokens
    let gathered = now.later(
      milliseconds: Int64((max(0, missing) / perSecond * 1000).rounded(.up)))
    let open = recent.room(now: now) > 0 ? now : recent.nextRoom ?? now
    return max(gathered, open, heldUntil ?? now)
  }

  /// Until when nothing is sent, as the provider throttles or cannot be reached; nil when nothing is in
  /// the way.
  package mutating func wait(now: Moment) -> Moment? {
    settle(now)
    return heldUntil
  }

  /// Counts looks that are handed to the provider at `now`.
  package mutating func sent(_ count: Int, now: Moment) {
    settle(now)
    recent.add(count, now: now)
    tokens -= Double(count)
    inFlight += count
  }

  /// Counts the end of one look; `jitter` is in 0..<1, from the caller's seeded generator.
  package mutating func finished(_ answer: Answer, now: Moment, jitter: Double) {
    settle(now)
    inFlight = max(0, inFlight - 1)
    switch answer {
    case .clientNotConfigured: break  // nothing was sent, nothing learnt
    case .throttled(let asked):
      reached()
      throttled(asked, now: now, jitter: jitter)
    case .transient(let asked): failed(asked, now: now, jitter: jitter)
    case .misconfigured: failed(nil, now: now, jitter: jitter)  // asking faster would not mend it
    case .authorized, .dead, .transferred, .isolated, .reauthenticate, .unclear, .mismatched:
      reached()
    }
  }

  private var capacity: Double { max(1, perSecond / 4) }

  private var room: Int {
    isBroken ? (inFlight == 0 ? 1 : 0) : max(0, inFlightCap - inFlight)
  }

  /// Follows the clock: gathers tokens, ends a wait that is over.
  private mutating func settle(_ now: Moment) {
    if now < lastSeen {
      heldUntil = heldUntil.map { now + min($0 - lastSeen, Self.longestWait) }
      recent.shift(by: now - lastSeen)
    } else {
      let elapsed = Double(now.milliseconds(since: lastSeen)) / 1000
      tokens = min(capacity, tokens + elapsed * perSecond)
    }
    lastSeen = now
    guard let until = heldUntil else { return }
    // What gathered before or during a wait is no burst at its end.
    tokens = min(tokens, 1)
    if until <= now { heldUntil = nil }
  }

  private mutating func hold(for wait: Duration, now: Moment) {
    heldUntil = max(heldUntil ?? now, now + wait)
  }

  /// The provider was reached: the breaker closes; after a calm while throttling is forgotten too.
  private mutating func reached() {
    failures = 0
    isBroken = false
    outage.reset()
    calm += 1
    if calm >= Self.calmAnswers { throttling.reset() }
  }

  /// The rest of a batch is refused for the same reason: it lengthens a wait only when it says so.
  private mutating func throttled(_ asked: Duration?, now: Moment, jitter: Double) {
    calm = 0
    if heldUntil == nil {
      hold(for: throttling.wait(asked: asked, jitter: jitter), now: now)
    } else if let asked {
      hold(for: throttling.bounded(asked, jitter: jitter), now: now)
    }
  }

  private mutating func failed(_ asked: Duration?, now: Moment, jitter: Double) {
    failures += 1
    if failures >= Self.failuresToBreak, !isBroken || heldUntil == nil {
      isBroken = true
      hold(for: outage.wait(asked: nil, jitter: jitter), now: now)
    }
    if let asked { hold(for: throttling.bounded(asked, jitter: jitter), now: now) }
  }
}
