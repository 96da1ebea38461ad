internal import CredentialCore

extension Simulation {
  /// Commits the ends of runs of the hook, and starts those that are due, as its deliverer does.
  mutating func runHook() async throws {
    while let run = hook.takeEnded(by: now) {
      let disposition = SimulatedHook.plan.next(
        after: run.outcome.kind, attempt: run.facts.attempt, first: run.facts.firstAttempt,
        now: clock, jitter: jitter.share())
      let end = try await store.finishAttempt(
        run.delivery, attempt: run.facts.attempt, outcome: run.outcome, disposition: disposition,
        now: clock)
      if end == .superseded { tally.outcomes.hookSuperseded() }
      hook.ring(clock)
    }
    guard hook.isRung(clock: clock), hook.room > 0 else { return }
    let due = try await store.dueDeliveries(of: SimulatedHook.name, limit: hook.room, now: clock)
    hook.rest(until: due.nextDue)
    for delivery in due.deliveries { try await start(delivery) }
  }

  private mutating func start(_ delivery: Delivery) async throws {
    switch try await store.beginAttempt(delivery.id, now: clock) {
    case .begun(let facts):
      let user = SimulatedWorld.user(of: delivery.event.body.credential)
      tally.outcomes.hookBegun(isGone: world.isGone(user))
      hook.begin(delivery.id, facts, draw: jitter.share(), at: now)
    case .superseded: tally.outcomes.hookSuperseded()
    case .notDue: break
    }
  }
}
