extension Decider {
  /// Judges a device's report on the current row of its credential: it opens a suspicion, and the guards
  /// of every first negative answer hold for it. The further proofs are the provider's to give, so that
  /// no number of reports turns a state.
  package func apply(
    _ report: Report, to credential: Credential, among book: inout ClientBook, now: Moment
  ) -> Decision {
    guard let policy = policy(of: credential.id.provider) else {
      return Decision(unchanged: credential)
    }
    if let decision = passOver(report, credential) { return decision }
    guard policy.reports == .presumptive, let grant = report.grant(of: credential, now: now) else {
      return ask(credential, Ground(.reportAsksForLook))
    }
    if let suspicion = grant.suspicion {
      return Decision(unchanged: credential).on(
        Ground(.reportSuspected, since: suspicion.opened))
    }
    return decide(Observation(report, of: grant), on: credential, among: &book, now: now)
  }

  /// What a report that proves nothing leads to; nil for one that may.
  private func passOver(_ report: Report, _ credential: Credential) -> Decision? {
    switch report.saw {
    case .authorized: return Decision(unchanged: credential).on(Ground(.reportWell))
    case .transferred: return ask(credential, Ground(.reportAsksForLook))
    case .revoked, .notFound: break
    }
    if credential.state == .revoked || credential.state == .notFound {
      return Decision(unchanged: credential).on(Ground(.reportKnown))
    }
    let returned = [credential.signedIn, credential.lastGiven].compactMap { $0 }.max()
    guard let returned, returned > report.at - PushJudgement.tolerance else { return nil }
    // Who has come back had been told of the old credential.
    return report.at < returned - PushJudgement.tolerance
      ? Decision(unchanged: credential).on(Ground(.reportBeforeReturn, since: returned))
      : ask(credential, Ground(.reportNearReturn, since: returned))
  }

  private func ask(_ credential: Credential, _ ground: Ground) -> Decision {
    var decision = Decision(unchanged: credential)
    decision.asksForLook = true
    return decision.on(ground)
  }
}

extension Report {
  /// The token whose death it tells of: one that was seen alive, of the app's client where that is
  /// known; nil when there is none.
  fileprivate func grant(of credential: Credential, now: Moment) -> Grant? {
    let alive = credential.grants.filter { $0.confirmed != nil && $0.status == .live }
    guard let client else {
      return credential.grantToLookAt(now: now).flatMap { next in
        alive.first { $0.epoch == next.epoch }
      }
    }
    return alive.filter { $0.client == client }.max { $0.epoch < $1.epoch }
  }
}
