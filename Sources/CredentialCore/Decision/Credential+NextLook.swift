extension Credential {
  /// When the credential is looked at next, as its grants stand after a decision.
  func nextLook(policy: ProviderPolicy, among book: ClientBook, now: Moment) -> Decision.NextLook {
    var (isAlive, hasDead, proof) = (false, false, Moment?.none)
    for grant in grants {
      switch grant.status {
      case .lost: continue
      case .outstanding:
        guard let look = grant.repeatedLook(now: now) else { continue }
        (isAlive, proof) = (true, min(proof ?? look, look))
      case .dead: hasDead = true
      case .unproven where grant.lastLook == nil: return .at(now)
      case .unproven, .live:
        isAlive = true
        guard grant.suspicion != nil else { continue }
        let witnesses = book.standings.hasWitnesses(for: grant)
        let look = grant.proofLook(policy: policy, withWitnesses: witnesses, now: now)
        if let look { proof = min(proof ?? look, look) }
      }
    }
    guard isAlive else { return hasDead ? lookAtDead(policy, now) : .never }
    return proof.map { .at($0) } ?? .regular
  }

  /// How many of the looks planned after a revocation are over, whether they were made or missed.
  func looksOver(_ policy: ProviderPolicy, now: Moment) -> Int {
    policy.looksAfterRevocation.filter { since + $0 <= now }.count
  }

  private func lookAtDead(_ policy: ProviderPolicy, _ now: Moment) -> Decision.NextLook {
    policy.looksAfterRevocation.map { since + $0 }.filter { $0 > now }.min().map { .at($0) }
      ?? .regular
  }
}

extension Grant {
  /// When a token whose answer was lost is presented once more: soon, as its time is short; nil when it
  /// may not be.
  fileprivate func repeatedLook(now: Moment) -> Moment? {
    guard isAskable(at: now), let until = outstanding?.again else { return nil }
    return now + min(.seconds(5), .milliseconds(max(0, until.milliseconds(since: now)) / 2))
  }

  /// When the next proof of its suspicion is looked for; nil when none is waited for, and while the
  /// newest waits for its control: only then can the next one count.
  ///
  /// A proof that was looked for and not had, or that only another grant keeps from counting, is
  /// tried again a while later. A time that lies further off than a fresh suspicion's was written
  /// under a wrong clock.
  func proofLook(policy: ProviderPolicy, withWitnesses: Bool, now: Moment) -> Moment? {
    guard let suspicion, suspicion.hold == nil, !(withWitnesses && awaitsControl) else {
      return nil
    }
    let again = max(min(policy.confirmAfter, .seconds(900)), .seconds(1))
    guard !suspicion.isProven(policy: policy, withWitnesses: withWitnesses) else {
      return now + again
    }
    guard suspicion.confirmableFrom > now else {
      return (lastLook ?? .distantPast) >= suspicion.confirmableFrom ? now + again : now
    }
    let spacing = policy.proofSpacing(withWitnesses: withWitnesses)
    return min(suspicion.confirmableFrom, now + max(spacing, again))
  }
}
