package import CredentialCore

/// What is simulated: how many users of one client, under which policy, what goes wrong and for how
/// long. Equal plans have equal reports.
package struct SimulationPlan: Sendable, Equatable {
  /// What goes wrong.
  package var fault: SimulatedFault
  /// For how long.
  package var lasting: Duration
  /// How many users there are.
  package var credentials: Int
  /// The rules, and how fast the provider is asked; verdicts are always applied.
  package var policy: ProviderPolicy
  /// Whence all chance comes.
  package var seed: UInt64
  /// The share of users who withdraw in a year, whatever goes wrong; at least a few do.
  package var departures: Double

  /// Spells out a plan.
  package init(
    fault: SimulatedFault, lasting: Duration, credentials: Int, policy: ProviderPolicy,
    seed: UInt64 = 1, departures: Double = 0.03
  ) {
    self.fault = fault
    self.lasting = lasting
    self.credentials = credentials
    self.policy = policy
    self.policy.mode = .enforce
    self.policy.hasBaseline = false
    self.seed = seed
    self.departures = departures
  }

  /// How many canaries there are beside the users: as many as the policy names, and some for a fault
  /// of theirs. They are the last of all.
  var canaries: Range<Int> {
    let least = fault == .failingCanary || fault == .failingCanaries ? 3 : 0
    return credentials..<credentials + max(least, policy.canaries.count)
  }

  /// How many users and canaries there are.
  var members: Int { canaries.upperBound }

  /// Looks a second that all users need, each once an interval.
  package var needed: Double {
    Double(credentials) / (Double(max(1, policy.interval.wholeMilliseconds)) / 1000)
  }
}

/// When what happens in a simulation: all users sign in, one after the other, over one interval; one
/// interval is calm; then the fault; then as long as the slowest verdict may take.
struct Timeline: Sendable {
  /// The part of the run that a moment falls into.
  enum Phase: Int, CaseIterable {
    case enrolment
    case before
    case during
    case after
  }

  let start: Moment
  let calm: Moment
  let faultBegins: Moment
  let faultEnds: Moment
  let end: Moment
  /// The longest a verdict may take, from the user's leaving, when nothing is in the way: a look comes
  /// within an interval, another after `confirm_after`; when the budget is spent or a witness is awaited,
  /// that takes one interval more.
  let latestVerdict: Duration
  /// The same exactly, with every look in its time: an interval and `confirm_after`, where nobody can
  /// bear witness three looks on three days.
  let free: Duration
  /// With an extra look spent shortly before the user left, so that the second look is that of the day
  /// after.
  let spent: Duration
  /// The time from one look at any user to the next, with what three answers may take.
  let step: Duration
  private static let answers: Duration = .seconds(7)
  private let spares: Duration

  init(_ plan: SimulationPlan, slower: Duration) {
    let policy = plan.policy
    let spacing = max(policy.confirmAfter, policy.evidenceDay)
    let hasWitnesses = plan.credentials > ClientStanding.fewestWitnesses
    latestVerdict =
      policy.interval * 2 + (hasWitnesses ? policy.confirmAfter : spacing * 2) + slower
    free = policy.interval + (hasWitnesses ? policy.confirmAfter : spacing * 2) + slower
    let period = max(policy.budgetPeriod, spacing)
    spent = policy.interval + (hasWitnesses ? period : period * 2) + slower
    step = .milliseconds(policy.interval.wholeMilliseconds / Int64(plan.members)) + Self.answers
    spares = policy.budgetPeriod - policy.confirmAfter
    start = Moment(milliseconds: 1_790_812_800_000)  // 2026-10-01T00:00:00Z
    calm = start + policy.interval
    faultBegins = calm + policy.interval
    faultEnds = faultBegins + plan.lasting
    end = faultEnds + latestVerdict + .seconds(60)
  }

  /// By when something is told of a user who leaves, with a token that was `issued` then, when nothing
  /// is in the way of looks.
  func due(leaving moment: Moment, issued: Moment) -> Moment {
    moment + (issued + spares > moment ? spent : free) + step
  }

  func phase(at moment: Moment) -> Phase {
    if moment < calm { return .enrolment }
    if moment < faultBegins { return .before }
    return moment < faultEnds ? .during : .after
  }

  /// When a phase ends.
  func end(of phase: Phase) -> Moment {
    switch phase {
    case .enrolment: calm
    case .before: faultBegins
    case .during: faultEnds
    case .after: end
    }
  }

  func length(of phase: Phase) -> Duration {
    let begin =
      switch phase {
      case .enrolment: start
      case .before: calm
      case .during: faultBegins
      case .after: faultEnds
      }
    return end(of: phase) - begin
  }
}
