internal import CredentialCore
import Testing

@Suite("Pace: outages and clocks")
struct PaceBreakerTests {
  private let start = Moment(milliseconds: 1_700_000_000_000)
  private let lost = Answer.transient(retryAfter: nil)

  private func broken() -> Pace {
    var pace = Pace(looksPerSecond: 10, inFlight: 100, now: start)
    pace.sent(Pace.failuresToBreak, now: start)
    for _ in 0..<Pace.failuresToBreak { pace.finished(lost, now: start, jitter: 0) }
    return pace
  }

  @Test("Five failures in a row open the breaker, four and a success do not")
  func opens() {
    var pace = Pace(looksPerSecond: 10, inFlight: 100, now: start)
    for answer in [lost, lost, lost, lost, .isolated, lost, lost, lost, lost] {
      pace.finished(answer, now: start, jitter: 0)
      #expect(!pace.isBroken)
    }
    pace.finished(lost, now: start, jitter: 0)
    #expect(pace.isBroken)
  }

  @Test("An open breaker waits, lets one probe through, and nothing beside it")
  func probes() {
    var pace = broken()
    #expect(pace.allowance(now: start + .seconds(9)) == 0)
    let later = start + .seconds(60)
    #expect(pace.allowance(now: later) == 1)
    pace.sent(1, now: later)
    #expect(pace.allowance(now: later + .seconds(60)) == 0)
  }

  @Test("Failing probes come ever more seldom, at last every five minutes; a batch counts once")
  func spaces() {
    var pace = broken()
    for _ in 0..<95 { pace.finished(lost, now: start, jitter: 0) }
    var (now, waits) = (start, [Int64]())
    for _ in 0..<7 {
      let next = pace.nextAllowance(now: now)
      waits.append((next - now).wholeMilliseconds / 1000)
      now = next
      #expect(pace.allowance(now: now) == 1)
      pace.sent(1, now: now)
      pace.finished(lost, now: now, jitter: 0)
    }
    #expect(waits == [10, 20, 40, 80, 160, 300, 300])
  }

  @Test("A provider that refuses our own identity is asked by single probes only")
  func slowsWhenRefused() {
    var pace = Pace(looksPerSecond: 100, inFlight: 100, now: start)
    for _ in 0..<Pace.failuresToBreak { pace.finished(.misconfigured, now: start, jitter: 0) }
    #expect(pace.isBroken)
    #expect(pace.allowance(now: start + .seconds(1)) == 0)
    #expect(pace.allowance(now: start + .seconds(60)) == 1)
  }

  @Test(
    "Any answer that took our identity closes the breaker",
    arguments: [
      Answer.authorized, .dead(.tokenDead), .transferred, .isolated, .reauthenticate,
      .throttled(retryAfter: nil),
    ])
  func closes(answer: Answer) {
    var pace = broken()
    let now = start + .seconds(10)
    _ = pace.allowance(now: now)
    pace.sent(1, now: now)
    pace.finished(answer, now: now, jitter: 0)
    #expect(!pace.isBroken)
  }

  @Test("A look that was never sent says nothing of the provider")
  func ignoresUnconfigured() {
    var pace = broken()
    let now = start + .seconds(10)
    _ = pace.allowance(now: now)
    pace.sent(1, now: now)
    pace.finished(.clientNotConfigured, now: now, jitter: 0)
    #expect(pace.isBroken)
    #expect(pace.allowance(now: now + .seconds(1)) == 1, "the probe is still to be made")
  }

  @Test("A clock stepped back by a year lengthens no wait and yields no burst")
  func stepsBack() {
    var pace = Pace(looksPerSecond: 10, inFlight: 100, now: start)
    pace.finished(.throttled(retryAfter: .seconds(60)), now: start, jitter: 0)
    #expect(pace.allowance(now: start + .seconds(20)) == 0)
    let past = start - .seconds(365 * 86_400)
    #expect(pace.nextAllowance(now: past) == past + .seconds(40))
    #expect(pace.allowance(now: past + .seconds(39)) == 0)
    #expect(pace.allowance(now: past + .seconds(40)) == 1)
    #expect(pace.allowance(now: past + .seconds(41)) == 2)
  }

  @Test("A clock stepped forward by a year yields a quarter of a second's worth")
  func stepsForward() {
    var pace = Pace(looksPerSecond: 10, inFlight: 100, now: start)
    #expect(pace.allowance(now: start + .seconds(365 * 86_400)) == 2)
  }

  @Test("Extreme times and rates do not trap")
  func extremes() {
    for rate in [0, -1, .infinity, .nan, Double.greatestFiniteMagnitude] {
      var pace = Pace(looksPerSecond: rate, inFlight: 0, now: Moment(milliseconds: .min))
      for time in [Int64.max, .min, 0, .max] {
        let now = Moment(milliseconds: time)
        #expect((0...1).contains(pace.allowance(now: now)))
        pace.finished(.transient(retryAfter: .seconds(Int64.max)), now: now, jitter: 0.5)
        #expect(pace.nextAllowance(now: now) >= now)
      }
    }
  }

  @Test("Over an hour of random traffic the looks sent never exceed rate and one second's burst")
  func bounds() {
    var generator = SeededGenerator(seed: 7)
    var pace = Pace(looksPerSecond: 5, inFlight: 20, now: start)
    var (now, sent, inFlight) = (start, 0, 0)
    while now < start + .seconds(3600) {
      let allowed = pace.allowance(now: now)
      pace.sent(allowed, now: now)
      (sent, inFlight) = (sent + allowed, inFlight + allowed)
      #expect(inFlight <= 20)
      for _ in 0..<Int.random(in: 0...inFlight, using: &generator) {
        let answer: Answer = Bool.random(using: &generator) ? .authorized : lost
        pace.finished(answer, now: now, jitter: Double.random(in: 0..<1, using: &generator))
        inFlight -= 1
      }
      now = now + .milliseconds(Int64.random(in: 0...900, using: &generator))
      let seconds = Double((now - start).wholeMilliseconds) / 1000
      #expect(Double(sent) <= seconds * 5 + 5)
    }
    #expect(sent > 1000)
  }
}
