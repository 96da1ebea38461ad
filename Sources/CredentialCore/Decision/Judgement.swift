/// One grant being judged: the decider's arguments, and what each strength of answer leads to.
struct Judgement {
  let decider: Decider
  let policy: ProviderPolicy
  let book: ClientBook
  let index: Int
  let evidence: Evidence
  let now: Moment
  /// Whether an administrator has what is kept back turned without another look.
  var isAsIs = false

  /// A failure to learn: the state stays, the suspicion stays.
  func learnNothing(_ credential: Credential, _ observation: Observation) -> Decision {
    var decision = Decision(unchanged: credential)
    // A client id that is not configured is mended by a reload, not by asking again soon.
    if !observation.mayHaveBeenSent, observation.answer != .clientNotConfigured {
      decision.nextLook = .at(now + Self.unsentRetry)
      return decision.on(Ground(.notSent, until: now + Self.unsentRetry))
    }
    let grant = credential.grants[index]
    return (grant.status == .dead ? lookedAfterDeath(credential) : plan(decision))
      .on(groundOfIgnorance(observation.answer, grant))
  }

  /// The token is alive: older grants of its client and dead ones are replaced, a presumptive
  /// verdict is taken back.
  ///
  /// Nearly every answer comes here, so the credential is changed in its place.
  func confirm(_ decision: inout Decision, _ observation: Observation) {
    let (turns, before) = (
      mayBecomeAuthorized(decision.credential), decision.credential.stateEvent
    )
    let ground = groundOfSuccess(decision.credential, turns: turns)
    decision.credential.grants[index].revive(at: observation.answered)
    if decision.credential.grants.count > 1 {
      let (client, epoch) = (
        decision.credential.grants[index].client, decision.credential.grants[index].epoch
      )
      decision.credential.grants.removeAll {
        $0.status == .dead || $0.status == .lost || ($0.client == client && $0.epoch < epoch)
      }
    }
    decision.credential.lastConfirmed = observation.answered
    decision.credential.hint = nil
    if turns { change(&decision, to: .authorized, .confirmed, action: .none, undoes: before) }
    decision.nextLook = decision.credential.nextLook(policy: policy, among: book, now: now)
    decision.because = ground
  }

  /// An unambiguous negative: about a token that never worked a second look decides, one that did needs
  /// more proofs.
  func doubt(_ credential: Credential, _ observation: Observation) -> Decision {
    let grant = credential.grants[index]
    if grant.status == .dead {
      return learnDeletion(credential) ?? lookedAfterDeath(credential).on(Ground(.stillDead))
    }
    if observation.answer == .transferred { return transferred(credential, observation) }
    guard grant.confirmed != nil else { return doubtUnproven(credential, observation) }
    let witnesses = hasWitnesses(for: grant)
    guard var suspicion = grant.suspicion, !policy.reopens(suspicion, observation) else {
      return suspect(credential, observation)
    }
    if suspicion.isOutdated(observation, since: book[grant.client].freed) {
      return plan(Decision(unchanged: credential))
        .on(groundOfFreshness(suspicion, grant))
    }
    let before = suspicion
    suspicion.add(observation, policy: policy, withWitnesses: witnesses)
    var doubted = credential
    doubted.grants[index].suspicion = suspicion
    return settle(doubted, suspicion)
      .on(suspicion.ground(of: observation, before: before, withWitnesses: witnesses))
  }

  private func mayBecomeAuthorized(_ credential: Credential) -> Bool {
    switch (credential.state, credential.reason) {
    case (.unknown, _), (.revoked, .tokenDead), (.revoked, .notLinked), (.transferred, _): true
    default: isBackBySignIn(credential)
    }
  }

  /// Fills in when to look next, as the grants stand now.
  func plan(_ decision: Decision) -> Decision {
    var decision = decision
    decision.nextLook = decision.credential.nextLook(policy: policy, among: book, now: now)
    return decision
  }

  /// How long a look whose request never left waits before it is due again; the provider's own
  /// back-off may make it longer.
  private static var unsentRetry: Duration { .seconds(60) }
}

extension [Grant] {
  /// Where the grant with a number is. A closure that is handed each grant would copy it.
  func index(of epoch: Epoch) -> Int? {
    for index in indices where self[index].epoch == epoch { return index }
    return nil
  }
}

extension Grant {
  /// The token is alive, and nothing speaks against it.
  fileprivate mutating func revive(at moment: Moment) {
    status = .live
    confirmed = moment
    suspicion = nil
    isolated = nil
    looksAfterDeath = 0
  }
}
