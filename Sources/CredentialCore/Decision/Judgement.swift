/// One observation being judged: the decider's arguments, and what each strength leads to.
struct Judgement {
  let decider: Decider
  let policy: ProviderPolicy
  let observation: Observation
  let index: Int
  let now: Moment

  /// A failure to learn: the state stays, the suspicion stays.
  func learnNothing(_ credential: Credential) -> Decision {
    var decision = Decision(unchanged: credential)
    decision.nextLook = afterNothing(credential)
    return decision
  }

  /// The token is alive: older grants of its client are replaced, a presumptive verdict taken back.
  func confirm(_ credential: Credential) -> Decision {
    var decision = Decision(unchanged: credential)
    var grant = credential.grants[index]
    grant.status = .live
    grant.confirmed = observation.answered
    grant.suspicion = nil
    grant.looksAfterDeath = 0
    decision.credential.grants[index] = grant
    decision.credential.grants.removeAll { $0.client == grant.client && $0.epoch < grant.epoch }
    decision.credential.lastConfirmed = observation.answered
    guard mayBecomeAuthorized(credential) else { return decision }
    let undone = credential.state == .unknown ? nil : credential.stateEvent
    change(&decision, to: .authorized, .confirmed, action: .none, undoes: undone)
    return decision
  }

  /// An unambiguous negative: a token that never worked is dropped, one that did needs two proofs.
  func doubt(_ credential: Credential) -> Decision {
    let grant = credential.grants[index]
    if grant.status == .dead { return lookedAfterDeath(credential) }
    if observation.answer == .transferred { return transferred(credential) }
    guard grant.confirmed != nil else { return dropUnproven(credential) }
    guard let suspicion = grant.suspicion, !reopens(suspicion) else { return suspect(credential) }
    guard observation.asked >= suspicion.confirmableFrom else {
      return waiting(credential, until: suspicion.confirmableFrom)
    }
    return secondProof(credential, suspicion)
  }

  private func mayBecomeAuthorized(_ credential: Credential) -> Bool {
    switch (credential.state, credential.reason) {
    case (.unknown, _), (.revoked, .tokenDead): true
    default: false
    }
  }

  private func afterNothing(_ credential: Credential) -> Decision.NextLook {
    let grant = credential.grants[index]
    if grant.status == .dead { return afterDeath(credential) }
    if !observation.mayHaveBeenSent { return .at(now + Self.unsentRetry) }
    guard let suspicion = grant.suspicion, !suspicion.withheld else { return .regular }
    return .at(max(suspicion.confirmableFrom, now))
  }

  /// How long a look whose request never left waits before it is due again; the provider's own
  /// back-off may make it longer.
  private static var unsentRetry: Duration { .seconds(60) }
}
