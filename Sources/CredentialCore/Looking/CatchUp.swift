/// How fast regular looks may be made when many are overdue, as after an outage or a stop: not much
/// faster than they are on the average, so that a missed stretch is made up for gradually and its users
/// do not fall due together ever after. Looks that somebody asked for are not held up by it.
package struct CatchUp: Sendable {
  /// One in a minute is never too fast.
  static let leastPerSecond = 1.0 / 60
  /// An idle time yields no more than ten seconds' worth.
  static let depth = 10.0

  private let times: Double
  private let interval: Double
  private var perSecond = CatchUp.leastPerSecond
  private var tokens = 1.0
  private var lastSeen: Moment

  /// Allows `times` the rate at which every user is looked at once an interval.
  package init(times: Double, interval: Duration, now: Moment) {
    self.times = max(1, times)
    self.interval = max(0.001, Double(interval.wholeMilliseconds) / 1000)
    lastSeen = now
  }

  /// How many regular looks may be sent at `now`.
  package mutating func allowance(now: Moment) -> Int {
    settle(now)
    return max(0, Int(tokens.rounded(.down)))
  }

  /// When the next may be sent: now, or when as many have gathered as fall due in a second.
  package mutating func next(now: Moment) -> Moment {
    let missing = min(max(1, perSecond), capacity) - tokens
    guard allowance(now: now) == 0 else { return now }
    return now.later(milliseconds: Int64((missing / perSecond * 1000).rounded(.up)))
  }

  /// Counts regular looks that are sent, of so many `users`.
  package mutating func sent(_ count: Int, of users: Int, now: Moment) {
    settle(now)
    tokens -= Double(count)
    perSecond = max(Self.leastPerSecond, times * Double(users) / interval)
  }

  private var capacity: Double { max(1, perSecond * Self.depth) }

  private mutating func settle(_ now: Moment) {
    let elapsed = Double(max(0, now.milliseconds(since: lastSeen))) / 1000
    tokens = min(capacity, tokens + elapsed * perSecond)
    lastSeen = now
  }
}
