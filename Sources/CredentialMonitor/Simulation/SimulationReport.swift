package import CredentialCore

/// What a simulation found; plain numbers, equal for equal plans.
package struct SimulationReport: Sendable, Equatable {
  /// The looks of one phase.
  package struct Looks: Sendable, Equatable {
    /// Looks whose request left.
    package let sent: Int
    /// Looks a second, over the whole phase.
    package let mean: Double
    /// Looks a second in its busiest hour.
    package let peak: Double
    /// Looks in its busiest second.
    package let mostInSecond: Int
    /// How long it lasted.
    package let lasted: Duration
  }

  /// One kind of condition that was told.
  package struct Told: Sendable, Equatable {
    /// Which.
    package let kind: ConditionKind
    /// How often it began.
    package let times: Int
    /// How long it held in all.
    package let held: Duration
  }

  /// What was simulated.
  package let plan: SimulationPlan
  /// The interval in which everybody signs in.
  package let enrolment: Looks
  /// The interval after that, before the fault.
  package let before: Looks
  /// The fault.
  package let during: Looks
  /// After it.
  package let after: Looks

  /// Users who withdrew, or whose token died.
  package let left: Int
  /// Of them, those who came back before anything was noticed.
  package let cameBack: Int
  /// Log-outs of users who were gone.
  package let logOuts: Int
  /// Log-outs of users who were not.
  package let wrongLogOuts: Int
  /// The first of these in words: who, when, by which answer.
  package let firstWrong: [String]
  /// Users who were gone and were asked to sign in again.
  package let askedToSignIn: Int
  /// Users who were not gone and were asked to sign in again.
  package let askedWrongly: Int
  /// Tokens given up while their users stay.
  package let grantsLost: Int
  /// Verdicts kept back about users who were gone.
  package let heldRightly: Int
  /// Verdicts kept back about users who were not.
  package let heldWrongly: Int
  /// Users who were gone, about whom nothing was told though it was promised.
  package let missed: Int
  /// Users who were gone, about whom something was told, or nothing, later than it is when nothing is in
  /// the way of looks: an interval and `confirm_after`, with an extra look spent one day more.
  package let late: Int
  /// Users who were told of as not confirmed for long.
  package let stale: Int
  /// How often the daemon's clock was found stepped.
  package let clockSteps: Int
  /// Runs of a hook that is told of log-outs.
  package let hookRuns: Int
  /// Of them, those for users who were not gone.
  package let wrongHookRuns: Int
  /// Log-outs that were undone before the hook was run.
  package let supersededHooks: Int
  /// Users who were gone at the end, about whom nothing was told and nothing was promised yet.
  package let waiting: Int
  /// The time within which a verdict is promised when nothing is in the way.
  package let promised: Duration
  /// From leaving to the event: half of them took at most so long; nil without an event.
  package let delayHalf: Duration?
  /// 99 in 100 took at most so long.
  package let delayMost: Duration?
  /// The longest.
  package let delayLongest: Duration?
  /// From the fault's end until nothing was overdue; nil when something was to the end.
  package let catchUp: Duration?
  /// The conditions, in the order of their declaration.
  package let told: [Told]

  init(_ plan: SimulationPlan, _ timeline: Timeline, _ tally: SimulationTally) {
    let outcomes = tally.outcomes
    self.plan = plan
    enrolment = Looks(tally, timeline, .enrolment)
    before = Looks(tally, timeline, .before)
    during = Looks(tally, timeline, .during)
    after = Looks(tally, timeline, .after)
    (left, cameBack) = (outcomes.left, outcomes.cameBack)
    (logOuts, wrongLogOuts) = (outcomes.logOuts, outcomes.wrong)
    firstWrong = outcomes.firstWrong.map { "user \($0.user) at \($0.at.rfc3339): \($0.evidence)" }
    (askedToSignIn, askedWrongly) = (outcomes.askedToSignIn, outcomes.askedWrongly)
    grantsLost = outcomes.grantsLost
    (heldRightly, heldWrongly) = (outcomes.heldRightly, outcomes.heldWrongly)
    promised = timeline.latestVerdict
    missed =
      outcomes.missed(tally.conditions, bound: promised, end: timeline.end).count
    (late, stale, clockSteps) = (outcomes.late, outcomes.stale, tally.clockSteps)
    (hookRuns, wrongHookRuns) = (outcomes.hookRuns, outcomes.wrongHookRuns)
    supersededHooks = outcomes.supersededHooks
    waiting = outcomes.waiting - missed
    let delays = outcomes.delays.sorted()
    delayHalf = Self.percentile(50, of: delays)
    delayMost = Self.percentile(99, of: delays)
    delayLongest = Self.percentile(100, of: delays)
    catchUp = tally.caughtUp.map { $0 - timeline.faultEnds }
    told = ConditionKind.allCases.compactMap { kind in
      tally.conditions.totals[kind].map { Told(kind: kind, times: $0.times, held: $0.held) }
    }
  }

  private static func percentile(_ percent: Int, of sorted: [Int64]) -> Duration? {
    guard !sorted.isEmpty else { return nil }
    return .milliseconds(sorted[max(0, (sorted.count * percent + 99) / 100 - 1)])
  }
}

extension SimulationReport.Looks {
  fileprivate init(_ tally: SimulationTally, _ timeline: Timeline, _ phase: Timeline.Phase) {
    let meter = tally.meters[phase.rawValue]
    lasted = timeline.length(of: phase)
    sent = meter.sent
    mean = Double(meter.sent) / max(0.001, Double(lasted.wholeMilliseconds) / 1000)
    peak = Double(meter.mostInHour) / 3600
    mostInSecond = meter.mostInSecond
  }
}
