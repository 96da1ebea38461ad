internal import CredentialCore
import Testing

@Suite("Pace")
struct PaceTests {
  private let start = Moment(milliseconds: 1_700_000_000_000)

  private func pace(_ perSecond: Double = 10, inFlight: Int = 100) -> Pace {
    Pace(looksPerSecond: perSecond, inFlight: inFlight, now: start)
  }

  @Test("A new pace allows one look, and an idle time yields a quarter of a second's worth")
  func begins() {
    var pace = pace()
    #expect(pace.allowance(now: start) == 1)
    #expect(pace.allowance(now: start + .seconds(1)) == 2)
    #expect(pace.allowance(now: start + .seconds(86_400)) == 2)
  }

  @Test("A rate below one a second gathers one look at a time")
  func slow() {
    var pace = pace(0.1)
    pace.sent(1, now: start)
    #expect(pace.allowance(now: start + .seconds(9)) == 0)
    #expect(pace.nextAllowance(now: start + .seconds(9)) == start + .seconds(10))
    #expect(pace.allowance(now: start + .seconds(10)) == 1)
    #expect(pace.allowance(now: start + .seconds(1000)) == 1)
  }

  @Test("Sent looks are paid for, and the next are allowed when a tenth of a second has gathered")
  func spends() {
    var pace = pace(100, inFlight: 1000)
    let now = start + .seconds(1)
    #expect(pace.allowance(now: now) == 25)
    pace.sent(25, now: now)
    #expect(pace.allowance(now: now) == 0)
    #expect(pace.nextAllowance(now: now) == now + .milliseconds(100))
    #expect(pace.allowance(now: now + .milliseconds(100)) == 10)
  }

  @Test("No more than the cap is in flight, and each end makes room for one")
  func capsInFlight() {
    var pace = pace(100, inFlight: 3)
    let now = start + .seconds(1)
    #expect(pace.allowance(now: now) == 3)
    pace.sent(3, now: now)
    #expect(pace.allowance(now: now) == 0)
    pace.finished(.authorized, now: now, jitter: 0)
    #expect(pace.allowance(now: now) == 1)
  }

  @Test(
    "While a provider throttles nothing is sent, as long as it asks and not longer than an hour")
  func waitsAsAsked() {
    for (asked, waited) in [(60, 60), (3599, 3599), (86_400, 3600)] as [(Int64, Int64)] {
      var pace = pace()
      pace.sent(1, now: start)
      pace.finished(.throttled(retryAfter: .seconds(asked)), now: start, jitter: 0)
      #expect(pace.nextAllowance(now: start) == start + .seconds(waited))
      #expect(pace.allowance(now: start + .seconds(waited) - .milliseconds(1)) == 0)
      #expect(pace.allowance(now: start + .seconds(waited)) == 1, "and then no burst")
    }
  }

  @Test("Throttling without a time waits 10 s, then doubles up to an hour; a batch counts once")
  func doubles() {
    var pace = pace()
    var now = start
    var waits: [Int64] = []
    for _ in 0..<12 {
      pace.sent(5, now: now)
      for _ in 0..<5 { pace.finished(.throttled(retryAfter: nil), now: now, jitter: 0) }
      let next = pace.nextAllowance(now: now)
      waits.append((next - now).wholeMilliseconds / 1000)
      now = next + .seconds(1)
    }
    #expect(waits == [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600])
  }

  @Test("After a hundred answers in a row without throttling the wait is short again")
  func forgetsThrottling() {
    var pace = pace()
    var now = start
    for _ in 0..<4 {
      pace.finished(.throttled(retryAfter: nil), now: now, jitter: 0)
      now = pace.nextAllowance(now: now) + .seconds(1)
    }
    for _ in 0..<Pace.calmAnswers { pace.finished(.authorized, now: now, jitter: 0) }
    _ = pace.allowance(now: now)
    pace.finished(.throttled(retryAfter: nil), now: now, jitter: 0)
    #expect(pace.allowance(now: now + .seconds(9)) == 0)
    #expect(pace.allowance(now: now + .seconds(10)) > 0)
  }

  @Test("Jitter only lengthens a wait, by less than a quarter")
  func jitters() {
    for jitter in [0, 0.25, 0.999, 5, -3, Double.nan] {
      var pace = pace()
      pace.finished(.throttled(retryAfter: .seconds(100)), now: start, jitter: jitter)
      let wait = pace.nextAllowance(now: start) - start
      #expect(wait >= .seconds(100) && wait <= .seconds(125), "jitter \(jitter)")
    }
  }
}
