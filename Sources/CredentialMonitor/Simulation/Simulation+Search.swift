internal import CredentialCore

extension Simulation {
  /// Makes a step of the search for users whom nobody has confirmed for long.
  mutating func searchStale() async throws {
    if clocks.isNews(reading) { try await noteClock() }
    let step = sweep.step(SimulatedWorld.provider, decider: decider, now: clock)
    let page = try await store.sweepStale(step)
    sweep.note(page)
    for committed in page.committed { note(committed) }
  }

  /// Notes which canaries fail, and whether that freezes the verdicts.
  mutating func noteCanaries() async throws {
    let book = try await store.clients(of: SimulatedWorld.provider)
    let isAnyFailing = !book.failing(of: policy.canaries).isEmpty
    tally.note(.canaryFailing, holds: isAnyFailing, at: now)
    tally.note(.verdictsFrozen, holds: book.mostFail(of: policy.canaries), at: now)
  }
}
