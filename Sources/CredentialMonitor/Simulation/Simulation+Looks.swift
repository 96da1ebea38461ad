internal import CredentialCore

extension Simulation {
  /// Commits the looks that have ended.
  mutating func settle() async throws {
    var results: [LookResult] = []
    while let item = arrivals.take(by: now) { results.append(result(of: item)) }
    let noted = clock
    if clocks.isNews(reading) { try await noteClock() }
    var hasCanaryNews = false
    let outcomes = try await store.commit(results, decider: decider, now: noted)
    for case let committed? in outcomes {
      note(committed)
      if committed.hasCanaryNews { hasCanaryNews = true }
    }
    if hasCanaryNews { try await noteCanaries() }
    round.received(results, nextDue: outcomes.nextDue(orAt: noted), now: noted) { jitter.share() }
    for change in health.note(results) { tally.note(change, at: now) }
  }

  private func result(of item: Arrivals.Item) -> LookResult {
    let answer = item.answer
    // A header of HTTP has whole seconds.
    let server = Moment(milliseconds: now.milliseconds / 1000 * 1000)
    return LookResult(
      look: item.look, answer: answer.answer, mayHaveBeenSent: answer.isSent, answered: clock,
      evidence: answer.evidence,
      clock: answer.tellsTime ? ServerClock(server: server, received: clock) : nil)
  }

  /// Notes what was committed.
  mutating func note(_ committed: Committed) {
    for event in committed.events {
      let user = SimulatedWorld.user(of: event.body.credential)
      tally.outcomes.published(event.body, of: user, isGone: world.isGone(user), at: now)
      if !event.body.hooks.isEmpty || event.body.undoes != nil { hook.ring(clock) }
    }
    for notice in committed.notices where notice.kind == .verdictWithheld {
      guard case .text(let subject) = notice.fields["subject"],
        let user = Int(subject.dropFirst())
      else { continue }
      tally.outcomes.kept(user, isGone: world.isGone(user), at: now)
    }
    if let change = committed.brake {
      tally.note(.brakeOn, holds: change.brake != nil, at: now)
    }
    if let stale = committed.stale { tally.note(.credentialsStale, holds: stale > 0, at: now) }
  }

  /// Claims and sends what pace and budget allow; returns when to go on, by the daemon's clock.
  mutating func advance() async throws -> Moment? {
    while true {
      switch round.next(now: clock) {
      case .wait(let wake): return wake
      case .claim(let limit):
        if clocks.isNews(reading) { try await noteClock() }
        let asked = clock
        let batch = try await store.claim(
          ClaimRequest(
            provider: SimulatedWorld.provider, policy: policy, limit: limit,
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
