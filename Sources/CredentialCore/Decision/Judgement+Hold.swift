extension Judgement {
  /// What keeps every verdict of the credential's provider back, whatever it says; nil when nothing
  /// does.
  func restraint(on credential: Credential) -> Hold.Cause? {
    decider.restraint(on: credential, policy, now: now)
  }

  /// Whether no verdict turns now: most canaries fail, or too many users of the grant's client would
  /// turn at once, this one with them. One that an administrator has released is not counted.
  func isBraked(_ grant: Grant) -> Bool {
    keepsBackNow(grant)
      || (!grant.isReleased && book[grant.client].keepsBack(limits: policy.brake, at: now))
  }

  /// The same, this one not counted. A release is about the brake that was on then; a later one has
  /// another cause.
  func keepsBackNow(_ grant: Grant) -> Bool {
    if book.frozenSince != nil { return true }
    guard let brake = book[grant.client].brake else { return false }
    return grant.suspicion?.hold?.released.map { brake.since > $0 } ?? true
  }

  /// A proven verdict is kept back: says so once, changes nothing; the state it would have led to is
  /// the suspicion's, or `state`.
  func keepBack(
    _ credential: Credential, _ suspicion: Suspicion, _ cause: Hold.Cause,
    state: CredentialState? = nil
  ) -> Decision {
    var decision = Decision(unchanged: credential)
    // What the canaries keep back is no sign that too many turn.
    decision.isPronounced = cause == .brake && book.frozenSince == nil
    decision.because = groundOfHold(
      cause, credential.grants[index], of: credential.id.provider)
    guard suspicion.hold?.cause != cause else { return plan(decision) }
    var kept = suspicion
    kept.hold = Hold(cause, since: now, released: suspicion.hold?.released)
    decision.credential.grants[index].suspicion = kept
    decision.noteHeldAnew(by: cause, state ?? kept.state, kept.reason, evidence)
    return plan(decision)
  }
}

extension ProviderPolicy {
  /// Whether a suspicion must begin anew: one that was kept back in `observe` (leaving that mode turns
  /// nothing by itself), one of a transfer, one from a clock that was wrong.
  func reopens(_ suspicion: Suspicion, _ observation: Observation) -> Bool {
    (suspicion.hold?.cause == .observe && mode == .enforce) || suspicion.state == .transferred
      || suspicion.opened > observation.answered + interval
      || suspicion.confirmableFrom > observation.answered + proofSpacing(withWitnesses: false)
  }

  /// What the brake counts of a look; nil when it gave no verdict on a token that ever worked.
  func counted(_ observation: Observation, of grant: Grant) -> CountedLook? {
    guard grant.isMember else { return nil }
    let isNegative: Bool
    switch observation.answer {
    case .authorized: isNegative = false
    case .dead: isNegative = true
    default: return nil
    }
    let suspicion = grant.suspicion.flatMap { reopens($0, observation) ? nil : $0 }
    return CountedLook(
      isNegative: isNegative, wasSuspected: grant.suspicion != nil,
      opens: isNegative && suspicion == nil, asked: observation.asked)
  }
}

extension Grant {
  /// Whether an administrator has said that what is kept back may turn.
  var isReleased: Bool { suspicion?.hold?.released != nil }
}

extension Suspicion {
  /// What was kept back turns only by a look made since, and since `freed`, when what kept it back
  /// ended; with its witness where there are some.
  func isFresh(since freed: Moment?, withWitnesses: Bool) -> Bool {
    guard let hold else { return true }
    guard let newest = proofs.last, newest.answered > hold.since,
      newest.answered >= freed ?? .distantPast
    else { return false }
    return !withWitnesses || newest.control != nil
  }

  /// Whether a look was sent before that end: it cannot be the fresh one.
  func isOutdated(_ observation: Observation, since freed: Moment?) -> Bool {
    // A time that is yet to come was written before the clock went back.
    guard hold?.cause == .brake, let freed, freed <= observation.answered else { return false }
    return observation.asked < freed
  }
}
