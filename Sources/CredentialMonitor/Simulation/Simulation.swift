package import CredentialCore

/// Drives the rounds of one provider, its pace and the rules over a store on virtual time: what the
/// daemon does, with a simulated provider in place of a real one.
package struct Simulation: Sendable {
  private let plan: SimulationPlan
  private let store: any CredentialStore
  private let decider: Decider
  private let timeline: Timeline
  private var world: SimulatedWorld
  private var round: ProviderRound
  private var health = ProviderHealth()
  private var arrivals = Arrivals()
  private var jitter: SeededNumbers
  private var tally: SimulationTally
  private var now: Moment

  /// Prepares a run over an empty store.
  package init(_ plan: SimulationPlan, store: any CredentialStore) {
    self.plan = plan
    self.store = store
    world = SimulatedWorld(plan)
    timeline = world.timeline
    decider = Decider(policies: [SimulatedWorld.provider: plan.policy], hooks: [])
    round = ProviderRound(policy: plan.policy, now: timeline.start)
    jitter = SeededNumbers(seed: plan.seed &+ 1)
    tally = SimulationTally(timeline)
    now = timeline.start
  }

  /// Runs to the end; throws what the store throws.
  package mutating func run() async throws -> SimulationReport {
    while now < timeline.end {
      try await befall()
      try await settle()
      let wake = try await advance()
      now = next(after: wake)
    }
    tally.close(at: timeline.end)
    return SimulationReport(plan, timeline, tally)
  }

  /// What the daemon's clock says.
  private var clock: Moment { now + world.clockError(at: now) }

  /// The next moment at which something happens; `wake` is by the daemon's clock.
  private func next(after wake: Moment?) -> Moment {
    var next = timeline.end(of: timeline.phase(at: now))
    if let arrival = arrivals.next { next = min(next, arrival) }
    if let event = world.nextEvent { next = min(next, event) }
    if let wake { next = min(next, now + (wake - clock)) }
    return max(next, now + .milliseconds(1))
  }

  /// Lets users leave and sign in.
  private mutating func befall() async throws {
    while let event = world.takeEvent(by: now) {
      switch event.kind {
      case .leaves, .tokenDies:
        if world.die(event.user, at: now) { tally.outcomes.leaves(event.user, at: now) }
      case .signsIn:
        let stored = try await register(event.user, SimulatedWorld.client)
        if let epoch = stored.grants.last?.epoch { world.signIn(event.user, epoch, at: now) }
        tally.outcomes.signsIn(event.user)
      case .signsInUnderWrongClient:
        _ = try await register(event.user, SimulatedWorld.wrongClient)
      }
    }
  }

  private mutating func register(_ user: Int, _ client: ClientID) async throws -> Credential {
    let registration = Registration(
      id: SimulatedWorld.credential(of: user), client: client, token: Secret([]), account: nil,
      labels: nil)
    let stored = try await store.register(registration, now: clock)
    round.nudged(now: clock)
    return stored
  }

  /// Commits the looks that have ended.
  private mutating func settle() async throws {
    var results: [LookResult] = []
    while let item = arrivals.take(by: now) {
      results.append(
        LookResult(
          look: item.look, answer: item.answer.answer, mayHaveBeenSent: item.answer.isSent,
          answered: clock, evidence: item.answer.evidence))
    }
    guard !results.isEmpty else { return }
    for case let committed? in try await store.commit(results, decider: decider, now: clock) {
      note(committed)
    }
    round.received(results, now: clock) { jitter.share() }
    for change in health.note(results) { tally.note(change, at: now) }
  }

  private mutating func note(_ committed: Committed) {
    for event in committed.events {
      let user = SimulatedWorld.user(of: event.body.credential)
      tally.outcomes.published(event.body, of: user, isGone: world.isGone(user), at: now)
    }
    for notice in committed.notices where notice.kind == .verdictWithheld {
      guard case .text(let subject) = notice.fields["subject"],
        let user = Int(subject.dropFirst())
      else { continue }
      tally.outcomes.kept(user, isGone: world.isGone(user))
    }
    if let change = committed.brake {
      if change.brake == nil {
        tally.conditions.end(.brakeOn, at: now)
      } else {
        tally.conditions.begin(.brakeOn, at: now)
      }
    }
  }

  /// Claims and sends what pace and budget allow; returns when to go on, by the daemon's clock.
  private mutating func advance() async throws -> Moment? {
    while true {
      let asked = clock
      switch round.next(now: asked) {
      case .wait(let wake): return wake
      case .claim(let limit):
        let batch = try await store.claim(
          ClaimRequest(
            provider: SimulatedWorld.provider, policy: plan.policy, limit: limit,
            regular: round.regularAllowance(now: asked), now: asked))
        round.claimed(batch, asked: asked, now: asked)
        for look in batch.looks { send(look) }
        tally.claimed(batch, at: now, clock: asked)
      }
    }
  }

  private mutating func send(_ look: Look) {
    let answer = world.answer(to: look, at: now)
    arrivals.add(
      Arrivals.Item(look: look, answer: answer), at: now + .milliseconds(answer.takes))
    if answer.isSent { tally.sent(at: now) }
  }
}
