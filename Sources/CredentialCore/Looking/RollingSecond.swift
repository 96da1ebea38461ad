/// What was sent within the last second, so that no second, wherever it begins, holds too much.
struct RollingSecond: Sendable {
  private let limit: Int
  private var batches: [(at: Moment, count: Int)] = []
  private var total = 0

  /// Allows `perSecond` in every second, rounded up.
  init(perSecond: Double) { limit = max(1, Int(perSecond.rounded(.up))) }

  /// How many more may be sent at `now`.
  mutating func room(now: Moment) -> Int {
    let over = now.later(milliseconds: -1000)
    var passed = 0
    while passed < batches.count, batches[passed].at <= over {
      total -= batches[passed].count
      passed += 1
    }
    if passed > 0 { batches.removeFirst(passed) }
    return max(0, limit - total)
  }

  /// When the batch sent longest ago stops counting; nil when nothing was sent.
  var nextRoom: Moment? { batches.first.map { $0.at.later(milliseconds: 1000) } }

  /// Counts what is sent at `now`.
  mutating func add(_ count: Int, now: Moment) {
    guard count > 0 else { return }
    total += count
    if batches.last?.at == now {
      batches[batches.count - 1].count += count
    } else {
      batches.append((now, count))
    }
  }

  /// Follows a clock that was stepped back.
  mutating func shift(by step: Duration) {
    for index in batches.indices { batches[index].at = batches[index].at + step }
  }
}
