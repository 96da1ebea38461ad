internal import CredentialCore

extension Simulation {
  /// Lets users leave and sign in.
  mutating func befall() async throws {
    while let event = world.takeEvent(by: now) {
      switch event.kind {
      case .leaves, .tokenDies:
        let due = timeline.due(leaving: now, issued: world.issued(event.user))
        if world.die(event.user, at: now) {
          tally.outcomes.leaves(event.user, at: now, due: due)
        }
      case .signsIn:
        let stored = try await register(event.user, SimulatedWorld.client)
        if let epoch = stored.grants.last?.epoch { world.signIn(event.user, epoch, at: now) }
        tally.outcomes.signsIn(event.user, at: now)
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
}
