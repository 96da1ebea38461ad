internal import CredentialCore
import Testing

@Suite("Retry plan")
struct RetryPlanTests {
  private let start = Sample.start
  private let plan = RetryPlan(
    firstWait: .seconds(10), longestWait: .seconds(3600), giveUpAfter: Sample.day,
    retriesUnknown: true)
  private static let failures: [AttemptOutcome.Kind] = [
    .later, .broken, .failed, .signalled, .timedOut, .notStarted, .notRun,
  ]

  private func next(
    _ kind: AttemptOutcome.Kind, _ attempt: Int = 1, after: Duration = .zero, jitter: Double = 0.5
  ) -> RetryPlan.Disposition {
    plan.next(after: kind, attempt: attempt, first: start, now: start + after, jitter: jitter)
  }

  @Test("Done and not-mine close a delivery")
  func closes() {
    #expect(next(.done) == .closed(.done))
    #expect(next(.notMine) == .closed(.notMine))
  }

  @Test(
    "Every failure is tried again after waits that double up to the longest", arguments: failures)
  func retries(kind: AttemptOutcome.Kind) {
    let waits = (1...12).map { next(kind, $0) }
    let seconds: [Int64] = [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]
    #expect(waits == seconds.map { .retry(at: start + .seconds($0)) })
    #expect(next(kind, Int.max - 1) == .retry(at: start + .seconds(3600)))
  }

  @Test(
    "A day after the first attempt it is given up, whatever the jitter",
    arguments: failures + [.unknown])
  func bounded(kind: AttemptOutcome.Kind) {
    for jitter in [0, 0.5, 0.999] {
      var (now, attempt) = (start, 1)
      while case .retry(let due) = plan.next(
        after: kind, attempt: attempt, first: start, now: now, jitter: jitter), attempt < 1000
      {
        #expect(due >= now && due <= start + Sample.day)
        (now, attempt) = (due, attempt + 1)
      }
      #expect((20..<60).contains(attempt), "\(attempt) attempts")
      #expect(now > start + Sample.day - .seconds(4600))
    }
  }

  @Test("An attempt whose end is not known is run again at once, then with waits; or never")
  func unknown() {
    #expect(next(.unknown) == .retry(at: start))
    #expect(next(.unknown, 2) == .retry(at: start + .seconds(20)))
    var never = plan
    never.retriesUnknown = false
    #expect(
      never.next(after: .unknown, attempt: 1, first: start, now: start, jitter: 0)
        == .closed(.deadLetter))
  }

  @Test("Jitter spreads a wait between three and five quarters; odd numbers do not trap")
  func jitters() {
    for jitter in [0, 0.3, 0.999, -7, 9, Double.nan, .infinity] {
      guard case .retry(let due) = next(.failed, 3, jitter: jitter) else {
        Issue.record("given up for jitter \(jitter)")
        continue
      }
      #expect(due >= start + .seconds(30) && due <= start + .seconds(50))
    }
    #expect(next(.failed, jitter: 0) == .retry(at: start + .milliseconds(7500)))
  }
}
