internal import CredentialCore

/// A hook that is told of log-outs, with the daemon's defaults: four runs at once, of a second each;
/// one in ten fails and is tried again.
struct SimulatedHook: Sendable {
  /// One run that goes on.
  struct Run: Sendable {
    let delivery: Delivery.ID
    let facts: AttemptFacts
    let outcome: AttemptOutcome
    let ends: Moment
  }

  static let name = HookName("log-out")
  static let subscription = HookSubscription(
    name: name, kinds: [.stateChanged], minimumAction: .logOut, providers: nil)
  static let plan = RetryPlan(
    firstWait: .seconds(30), longestWait: .seconds(3600), giveUpAfter: .seconds(86_400),
    retriesUnknown: true)
  private static let concurrency = 4
  private static let lasts: Duration = .seconds(1)
  private static let failing = 0.1

  /// In the order in which they end: all take the same time.
  private var runs: [Run] = []
  /// When the next delivery may be due, by the daemon's clock.
  private var next: Moment?

  /// How many runs may be started.
  var room: Int { Self.concurrency - runs.count }

  /// When the next run ends.
  var nextEnd: Moment? { runs.first?.ends }

  /// When the next run may be started, by the daemon's clock; with no room a run's end tells.
  var nextStart: Moment? { room > 0 ? next : nil }

  /// Whether a run has ended or may be started.
  func isDue(now: Moment, clock: Moment) -> Bool {
    if let end = nextEnd, end <= now { return true }
    return room > 0 && isRung(clock: clock)
  }

  /// Whether a delivery may be due.
  func isRung(clock: Moment) -> Bool { next.map { $0 <= clock } ?? false }

  /// Something may be due.
  mutating func ring(_ clock: Moment) { next = min(next ?? clock, clock) }

  /// What is due was taken; the next is due then.
  mutating func rest(until moment: Moment?) { next = moment }

  /// A run begins; `draw`, in 0..<1, says whether it fails.
  mutating func begin(
    _ delivery: Delivery.ID, _ facts: AttemptFacts, draw: Double, at moment: Moment
  ) {
    let outcome =
      draw < Self.failing
      ? AttemptOutcome(.failed, detail: "exit status 1")
      : AttemptOutcome(.done, detail: "exit status 0")
    runs.append(
      Run(delivery: delivery, facts: facts, outcome: outcome, ends: moment + Self.lasts))
  }

  /// Takes a run that has ended by `now`.
  mutating func takeEnded(by now: Moment) -> Run? {
    guard let first = runs.first, first.ends <= now else { return nil }
    return runs.removeFirst()
  }
}
