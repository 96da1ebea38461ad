package import CredentialCore

/// Drives the rounds of one provider, its pace and the rules over a store on virtual time: what the
/// daemon does, with a simulated provider in place of a real one.
package struct Simulation: Sendable {
  let plan: SimulationPlan
  let store: any CredentialStore
  let policy: ProviderPolicy
  let decider: Decider
  let timeline: Timeline
  var world: SimulatedWorld
  var round: ProviderRound
  var health = ProviderHealth()
  var clocks = ClockWatch()
  var sweep: StaleCourse
  var hook = SimulatedHook()
  var arrivals = Arrivals()
  var jitter: SeededNumbers
  var tally: SimulationTally
  private(set) var now: Moment
  /// What the daemon's clock says.
  private(set) var clock: Moment
  /// How far that is ahead now.
  private var clockError: Duration = .zero

  /// Prepares a run over an empty store.
  package init(_ plan: SimulationPlan, store: any CredentialStore) {
    self.plan = plan
    self.store = store
    world = SimulatedWorld(plan)
    timeline = world.timeline
    var policy = plan.policy
    policy.canaries = plan.canaries.map { SimulatedWorld.credential(of: $0).subject }
    self.policy = policy
    decider = Decider(
      policies: [SimulatedWorld.provider: policy], hooks: [SimulatedHook.subscription])
    round = ProviderRound(policy: policy, now: timeline.start)
    sweep = StaleCourse(now: timeline.start)
    jitter = SeededNumbers(seed: plan.seed &+ 1)
    tally = SimulationTally(timeline)
    (now, clock) = (timeline.start, timeline.start)
  }

  /// Runs to the end; throws what the store throws.
  package mutating func run() async throws -> SimulationReport {
    try await store.setHooks([SimulatedHook.name], now: clock)
    while now < timeline.end {
      // In the order in which the daemon's actor does it.
      if let event = world.nextEvent, event <= now { try await befall() }
      if let arrival = arrivals.next, arrival <= now { try await settle() }
      if sweep.isDue(interval: policy.interval, now: clock) { try await searchStale() }
      let wake: Moment?
      if case .wait(let until) = round.next(now: clock) {
        wake = until
      } else {
        wake = try await advance()
      }
      if hook.isDue(now: now, clock: clock) { try await runHook() }
      now = next(after: wake)
      clockError = world.clockError(at: now)
      clock = now + clockError
    }
    tally.close(at: timeline.end)
    return SimulationReport(plan, timeline, tally)
  }

  /// The next moment at which something happens; `wake` is by the daemon's clock.
  private func next(after wake: Moment?) -> Moment {
    var next = timeline.end(of: timeline.phase(at: now))
    if let arrival = arrivals.next { next = min(next, arrival) }
    if let event = world.nextEvent { next = min(next, event) }
    if let end = hook.nextEnd { next = min(next, end) }
    if let wake { next = min(next, wake - clockError) }
    if let step = sweep.nextStep { next = min(next, step - clockError) }
    if let start = hook.nextStart { next = min(next, start - clockError) }
    return max(next, now + .milliseconds(1))
  }

  /// The daemon's clocks.
  var reading: ClockReading {
    ClockReading(now: clock, origin: timeline.start + clockError, boot: "simulated")
  }

  /// Has the store told how the clocks stand.
  mutating func noteClock() async throws {
    try await store.noteClock(reading)
    clocks.note(reading)
    tally.clockNoted()
  }
}
