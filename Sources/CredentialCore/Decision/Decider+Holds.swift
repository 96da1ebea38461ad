extension Decider {
  /// Readies what one of `causes` keeps back for the fresh look that decides: a proof made at `now` or
  /// later takes the place of the newest, however short a while ago that was. Again it does nothing.
  ///
  /// With `isRelease`, an administrator has looked at them: the brake does not count what turns then.
  package func askAgain(
    _ credential: Credential, by causes: Set<Hold.Cause>, isRelease: Bool = false,
    among book: ClientBook, now: Moment
  ) -> Credential {
    guard let policy = policy(of: credential.id.provider) else { return credential }
    var ready = credential
    for index in credential.grants.indices where credential.grants[index].isHeld(by: causes) {
      let grant = credential.grants[index]
      let witnesses = book.standings.hasWitnesses(for: grant)
      if isRelease { ready.grants[index].suspicion?.hold?.released = now }
      guard var suspicion = ready.grants[index].suspicion,
        suspicion.isProven(policy: policy, withWitnesses: witnesses)
      else { continue }
      suspicion.proofs.removeLast()
      suspicion.confirmableFrom = now
      ready.grants[index].suspicion = suspicion
    }
    return ready
  }

  /// Turns the verdicts that one of `causes` keeps back without another look, on an administrator's
  /// word; nil when none can be turned.
  ///
  /// Another token that speaks for the user, or is not known to work or not, keeps what it keeps
  /// else; mode `observe` turns nothing. A credential that was confirmed since has no verdict. The
  /// brake does not count them: somebody has looked at them.
  package func turnHeld(
    _ credential: Credential, by causes: Set<Hold.Cause>, among book: ClientBook, now: Moment
  ) -> Decision? {
    guard let policy = policy(of: credential.id.provider), policy.mode == .enforce else {
      return nil
    }
    var free = self
    free.restraints = Restraints()
    var whole =
      turnHeldPush(credential, by: causes, among: book, now: now) ?? Decision(unchanged: credential)
    for epoch in whole.credential.grants.filter({ $0.isHeld(by: causes) }).map(\.epoch) {
      guard let index = whole.credential.grants.firstIndex(where: { $0.epoch == epoch }),
        let suspicion = whole.credential.grants[index].suspicion
      else { continue }
      let judgement = Judgement(
        decider: free, policy: policy, book: book, index: index,
        evidence: suspicion.evidence.releasedAsIs, now: now,
        isAsIs: true)
      let next = judgement.turnAsIs(whole.credential, suspicion)
      whole.credential = next.credential
      whole.events += next.events
      whole.nextLook = next.nextLook
    }
    return whole.credential == credential ? nil : whole
  }
}

extension Judgement {
  /// A verdict that was kept back, turned as it stands.
  fileprivate func turnAsIs(_ credential: Credential, _ suspicion: Suspicion) -> Decision {
    if suspicion.reason == .neverConfirmed { return giveUpUnproven(credential, suspicion) }
    if suspicion.state == .transferred { return transferNow(credential) }
    return yieldToOthers(credential, suspicion) ?? turn(credential, suspicion)
  }
}

extension Evidence {
  /// The same, saying that no further look was made.
  fileprivate var releasedAsIs: Evidence { Evidence("\(summary.prefix(180)); released as is") }
}
