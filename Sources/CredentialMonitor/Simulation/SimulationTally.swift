internal import CredentialCore

/// What a run counts while it goes on.
struct SimulationTally: Sendable {
  var outcomes = Outcomes()
  var conditions = ConditionSpans()
  private(set) var meters = Array(repeating: RateMeter(), count: Timeline.Phase.allCases.count)
  /// When, after the fault, nothing was overdue any more.
  private(set) var caughtUp: Moment?
  private var clockReadings = 0
  private let timeline: Timeline

  init(_ timeline: Timeline) { self.timeline = timeline }

  /// Counts a look that is sent.
  mutating func sent(at now: Moment) {
    meters[timeline.phase(at: now).rawValue].note(1, at: now)
  }

  /// Notes whether a claim left anything that is due.
  mutating func claimed(_ batch: ClaimBatch, at now: Moment, clock: Moment) {
    guard caughtUp == nil, now >= timeline.faultEnds else { return }
    if batch.nextDue.map({ $0 > clock }) ?? true { caughtUp = now }
  }

  /// Notes a condition.
  mutating func note(_ change: ProviderHealth.Change, at now: Moment) {
    switch change {
    case .begin(let kind, _): conditions.begin(kind, at: now)
    case .end(let kind): conditions.end(kind, at: now)
    }
  }

  /// Notes whether a condition holds.
  mutating func note(_ kind: ConditionKind, holds: Bool, at now: Moment) {
    if holds { conditions.begin(kind, at: now) } else { conditions.end(kind, at: now) }
  }

  /// Counts that the store was told how the clocks stand.
  mutating func clockNoted() { clockReadings += 1 }

  /// How often the wall clock was found stepped: the first reading is none.
  var clockSteps: Int { max(0, clockReadings - 1) }

  /// Ends the run.
  mutating func close(at end: Moment) {
    outcomes.close(at: end)
    conditions.close(at: end)
  }
}
