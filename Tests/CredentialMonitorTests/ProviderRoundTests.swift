import CredentialCore
import Testing

@testable import CredentialMonitor

@Suite("What a provider's round does next")
struct ProviderRoundTests {
  private let start = Moment(milliseconds: 1_800_000_000_000)

  private func round() -> ProviderRound {
    ProviderRound(
      policy: ProviderPolicy(
        deadToken: .revoke, mode: .enforce, interval: .seconds(86_400),
        confirmAfter: .seconds(72_000), evidenceDay: .seconds(72_000),
        budgetPeriod: .seconds(86_400), looksPerSecond: 10, inFlight: 10, looksAfterRevocation: []),
      now: start)
  }

  @Test("what becomes due while a claim is made is claimed next, though that claim saw nothing")
  func newsDuringAClaim() {
    var round = round()
    #expect(round.next(now: start) == .claim(limit: 1))
    round.nudged(now: start)
    round.claimed(0, nextDue: nil, asked: start, now: start)
    #expect(round.next(now: start) == .claim(limit: 1))
    round.claimed(0, nextDue: nil, asked: start, now: start)
    #expect(round.next(now: start) == .wait(until: nil))
  }

  @Test("what became due while an empty claim took its time is claimed without a pause")
  func slowClaim() {
    var round = round()
    let due = start + .seconds(5)
    let later = start + .seconds(10)
    #expect(round.next(now: start) == .claim(limit: 1))
    round.claimed(0, nextDue: due, asked: start, now: later)
    if case .claim = round.next(now: later) {} else { Issue.record("it waits") }
  }

  @Test("after an answer nothing is claimed before the look that its commit planned")
  func afterAnAnswer() {
    var round = round()
    #expect(round.next(now: start) == .claim(limit: 1))
    round.claimed(1, nextDue: start + .seconds(100), asked: start, now: start)
    round.received([], nextDue: start + .seconds(50), now: start) { 0 }
    #expect(round.next(now: start) == .wait(until: start + .seconds(50)))
    round.received([], nextDue: nil, now: start) { 0 }
    #expect(round.next(now: start) == .wait(until: start + .seconds(50)))
    let due = start + .seconds(50)
    if case .claim = round.next(now: due) {} else { Issue.record("it waits") }
  }

  @Test("an empty claim although something was due is repeated after a pause")
  func emptyClaim() {
    var round = round()
    #expect(round.next(now: start) == .claim(limit: 1))
    round.claimed(0, nextDue: start, asked: start, now: start)
    #expect(round.next(now: start) == .wait(until: start + ProviderRound.pause))
  }
}
