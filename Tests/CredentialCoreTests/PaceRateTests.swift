import CredentialCore
import Testing

@Suite("Pace: the rate")
struct PaceRateTests {
  private let start = Moment(milliseconds: 1_700_000_000_000)
  private static let rates = [0.3, 1, 1.5, 7, 50, 333.3, 1000]

  /// Sends whatever is allowed at random moments, with idle times between; gives what was sent when.
  private func traffic(_ rate: Double, seed: UInt64, idle: Bool) -> [(at: Int64, count: Int)] {
    var generator = SeededGenerator(seed: seed)
    var pace = Pace(looksPerSecond: rate, inFlight: 5000, now: start)
    var now = start
    var sent: [(at: Int64, count: Int)] = []
    while now < start + .seconds(120) {
      let allowed = pace.allowance(now: now)
      pace.sent(allowed, now: now)
      for _ in 0..<allowed { pace.finished(.authorized, now: now, jitter: 0) }
      sent.append((now.milliseconds, allowed))
      let pause = idle && Int.random(in: 0..<40, using: &generator) == 0 ? 4000 : 0
      let delay = Int64.random(in: 0...5, using: &generator)
      now = max(pace.nextAllowance(now: now), now) + .milliseconds(Int64(pause) + delay)
    }
    return sent
  }

  @Test("No second, wherever it begins, holds more than the rate", arguments: rates)
  func rollingSecond(rate: Double) {
    for seed in 1...5 as ClosedRange<UInt64> {
      let sent = traffic(rate, seed: seed, idle: true)
      var (first, within) = (0, 0)
      for last in sent {
        within += last.count
        while sent[first].at + 1000 <= last.at {
          within -= sent[first].count
          first += 1
        }
        #expect(within <= Int(rate.rounded(.up)), "seed \(seed), \(last.at)")
      }
    }
  }

  @Test("With enough to do the rate is nearly reached", arguments: rates)
  func reached(rate: Double) {
    let total = traffic(rate, seed: 9, idle: false).map(\.count).reduce(0, +)
    #expect(Double(total) > rate * 120 * 0.9 - 1)
  }

  @Test("A clock stepped back does not open the second anew")
  func stepsBack() {
    var pace = Pace(looksPerSecond: 4, inFlight: 100, now: start)
    var now = start
    var total = 0
    for _ in 0..<20 {
      let allowed = pace.allowance(now: now)
      pace.sent(allowed, now: now)
      total += allowed
      now = now + .milliseconds(50)
    }
    #expect((2...4).contains(total))
    let past = now - .seconds(3600)
    let next = pace.allowance(now: past)
    #expect(total + next <= 5)
  }
}
