extension Judgement {
  /// The first negative answer: no state changes, another look is asked for.
  func suspect(_ credential: Credential, _ observation: Observation) -> Decision {
    let witnesses = hasWitnesses(for: credential.grants[index])
    let confirmableFrom =
      observation.answered + policy.proofSpacing(withWitnesses: witnesses)
    let (state, reason) = verdict(observation.answer)
    var decision = Decision(unchanged: credential)
    decision.credential.grants[index].suspicion = Suspicion(
      state: state, reason: reason, opened: observation.answered, confirmableFrom: confirmableFrom,
      evidence: observation.evidence)
    decision.notices = [
      Notice(
        .suspicionOpened, credential.id,
        ["evidence": .text(observation.evidence.summary), "confirm_from": .time(confirmableFrom)])
    ]
    decision.because = Ground(witnesses ? .suspected : .suspectedAlone, until: confirmableFrom)
    return plan(decision)
  }

  /// What another grant of the user makes of a proven verdict: it waits, or costs its token only; nil
  /// when none is in its way.
  func yieldToOthers(_ credential: Credential, _ suspicion: Suspicion) -> Decision? {
    let others = credential.grants.indices.filter { $0 != index }.map { credential.grants[$0] }
    if others.contains(where: { $0.isNeverSettled && !isKeptThoughDead($0, credential) }) {
      // Another token is not known to work or not; what it says comes first.
      return plan(Decision(unchanged: credential)).on(Ground(.otherTokenUnknown))
    }
    let isSpokenFor = others.contains { $0.status == .live && $0.suspicion == nil }
    // Tokens of the old team die with the transfer; sessions may go on.
    guard isSpokenFor || credential.state == .transferred else {
      return yieldToSignIn(credential, suspicion)
    }
    return loseGrant(credential, suspicion)
      .on(Ground(isSpokenFor ? .otherTokenLive : .transferStands))
  }

  /// A proven verdict stands unless another grant speaks for the user.
  func pronounce(_ credential: Credential, _ suspicion: Suspicion) -> Decision {
    if let other = yieldToOthers(credential, suspicion) { return other }
    if let restraint = restraint(on: credential) {
      return keepBack(credential, suspicion, restraint)
    }
    // Nothing would turn: asked already, or revoked.
    guard turns(credential) else { return turn(credential, suspicion) }
    guard !isBraked(credential.grants[index]) else {
      return keepBack(credential, suspicion, .brake)
    }
    let witnesses = hasWitnesses(for: credential.grants[index])
    let freed = book[credential.grants[index].client].freed
    guard suspicion.isFresh(since: freed, withWitnesses: witnesses) else {
      return plan(Decision(unchanged: credential))
        .on(groundOfFreshness(suspicion, credential.grants[index]))
    }
    return turn(credential, suspicion)
  }

  /// The provider names another identifier: sessions may go on, nobody is logged out.
  func transferred(_ credential: Credential, _ observation: Observation) -> Decision {
    // A revocation stands: its log-out must not be taken for undone.
    guard credential.state == .authorized || credential.state == .unknown else {
      return plan(Decision(unchanged: credential)).on(Ground(.revocationStands))
    }
    let grant = credential.grants[index]
    let cause = restraint(on: credential) ?? (keepsBackNow(grant) ? .brake : nil)
    if let cause {
      var verdict = Suspicion(
        state: .transferred, reason: .teamTransfer, opened: observation.answered,
        confirmableFrom: observation.answered, evidence: evidence)
      if let known = grant.suspicion, known.state == .transferred { verdict = known }
      return keepBack(credential, verdict, cause)
    }
    return transferNow(credential)
  }

  /// The identifier is another one from now on.
  func transferNow(_ credential: Credential) -> Decision {
    var decision = Decision(unchanged: credential)
    decision.credential.grants[index].suspicion = nil
    change(&decision, to: .transferred, .teamTransfer, action: .none)
    return plan(decision).on(Ground(.transferred))
  }

  /// Whether the verdict would change the state.
  private func turns(_ credential: Credential) -> Bool {
    policy.deadToken == .revoke ? credential.state != .revoked : credential.state == .authorized
  }

  /// Turns the state as the policy says.
  func turn(_ credential: Credential, _ suspicion: Suspicion) -> Decision {
    var decision =
      policy.deadToken == .revoke
      ? revoke(credential, suspicion) : askToSignIn(credential, suspicion)
    // What somebody has looked at and released is no sign that too many turn.
    decision.isPronounced = turns(credential) && suspicion.hold?.released == nil
    let isAlone = !hasWitnesses(for: credential.grants[index])
    return decision.on(
      Ground(!turns(credential) ? .provenBefore : isAlone ? .provenAlone : .proven))
  }

  private func revoke(_ credential: Credential, _ suspicion: Suspicion) -> Decision {
    let hint = credential.explanation(at: now)
    guard hint?.isDeletion != true else { return knowing(hint).delete(credential) }
    var decision = Decision(unchanged: credential)
    decision.credential.grants[index].status = .dead
    decision.credential.grants[index].suspicion = nil
    if credential.state != .revoked {
      knowing(hint).change(&decision, to: .revoked, suspicion.reason, action: .logOut)
    }
    return buryWhenOver(decision)
  }

  private func askToSignIn(_ credential: Credential, _ suspicion: Suspicion) -> Decision {
    // Asked already, or a revocation stands, whose log-out must not be taken for undone.
    guard credential.state == .authorized else {
      return loseGrant(credential, suspicion)
    }
    var decision = Decision(unchanged: credential)
    decision.credential.grants.remove(at: index)
    change(&decision, to: .unknown, suspicion.reason, action: .reauthenticate)
    return plan(decision)
  }

  /// Gives up a dead token; the user's state stays. While verdicts are kept back, so is the token.
  func loseGrant(_ credential: Credential, _ suspicion: Suspicion) -> Decision {
    if let restraint = restraint(on: credential) {
      return keepBack(credential, suspicion, restraint, state: credential.state)
    }
    var decision = Decision(unchanged: credential)
    decision.credential.grants.remove(at: index)
    var draft = draft(decision.credential, .grantLost, action: .none)
    draft.reason = suspicion.reason
    publish(draft, in: &decision)
    return plan(decision)
  }

  private func verdict(_ answer: Answer) -> (CredentialState, Reason) {
    guard case .dead(let reason) = answer else { return (.transferred, .teamTransfer) }
    return (policy.deadToken == .revoke ? .revoked : .unknown, reason)
  }
}
