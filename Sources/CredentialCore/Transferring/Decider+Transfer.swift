extension Decider {
  /// The user's name is another one from now on: nobody is logged out, and nobody looks at the old name
  /// any more; nil for a user who is revoked, or about whom a revocation is kept back.
  package func transfer(
    _ credential: Credential, evidence: Evidence, among book: ClientBook, now: Moment
  ) -> Decision? {
    guard let policy = policy(of: credential.id.provider), credential.heldPush == nil else {
      return nil
    }
    switch credential.state {
    case .revoked, .notFound: return nil
    case .unknown, .authorized, .transferred: break
    }
    let judgement = Judgement(
      decider: self, policy: policy, book: book, index: 0, evidence: evidence, now: now)
    var decision = Decision(unchanged: credential)
    decision.credential.grants = []
    decision.credential.staleSince = nil
    if credential.state != .transferred {
      judgement.change(&decision, to: .transferred, .teamTransfer, action: .none)
    }
    decision.nextLook = .never
    return decision.on(Ground(.transferred))
  }

  /// A negative answer that the move of the app explains says that the user was transferred: it is no
  /// sign that the user left.
  func excused(_ observation: Observation, of grant: Grant, _ policy: ProviderPolicy) -> Observation
  {
    guard let terms = policy.transfer, case .dead = observation.answer,
      terms.explains(deathOf: grant, at: observation.answered)
    else { return observation }
    return observation.moved
  }
}
