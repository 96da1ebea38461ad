extension Judgement {
  /// A token that was never seen alive here proves nothing about the user. Whether it is dead at all a
  /// second look decides, which is sent late enough: a copy of the provider's data that lags behind does
  /// not know a token that was issued a moment ago.
  func doubtUnproven(_ credential: Credential, _ observation: Observation) -> Decision {
    let known = credential.grants[index].suspicion.flatMap { stands($0, observation) ? $0 : nil }
    // What is kept back is told of at once, as what an import finds; after that a further look decides.
    if restraint(on: credential) != nil {
      return giveUpUnproven(credential, known ?? doubt(of: credential, observation))
    }
    guard let doubt = known else { return suspectUnproven(credential, observation) }
    guard observation.asked >= doubt.confirmableFrom else {
      return plan(Decision(unchanged: credential))
        .on(Ground(.tooEarly, since: doubt.opened, until: doubt.confirmableFrom))
    }
    // While too many are refused at once, so may be one who has just come back: a later look decides.
    guard !keepsBackNow(credential.grants[index]) else {
      return waitUnproven(credential, observation)
    }
    return giveUpUnproven(credential, doubt)
  }

  private func waitUnproven(_ credential: Credential, _ observation: Observation) -> Decision {
    var decision = Decision(unchanged: credential)
    decision.credential.grants[index].suspicion?.confirmableFrom =
      observation.answered + policy.confirmAfter
    return plan(decision)
      .on(groundOfHold(.brake, credential.grants[index], of: credential.id.provider))
  }

  /// Gives up a token that was never seen alive here, unless something keeps that back.
  func giveUpUnproven(_ credential: Credential, _ verdict: Suspicion) -> Decision {
    var decision = loseGrant(credential, verdict).on(Ground(.neverConfirmed))
    guard decision.credential.grants.isEmpty, credential.state == .unknown else { return decision }
    decision.credential.reason = .neverConfirmed
    decision.credential.since = now
    return decision
  }

  /// Whether a token of `credential` that never worked is only kept because its verdict is.
  func isKeptThoughDead(_ grant: Grant, _ credential: Credential) -> Bool {
    guard let doubt = grant.suspicion, doubt.reason == .neverConfirmed, doubt.hold != nil else {
      return false
    }
    return isAsIs || restraint(on: credential) != nil
  }

  private func suspectUnproven(_ credential: Credential, _ observation: Observation) -> Decision {
    let doubt = doubt(of: credential, observation)
    var decision = Decision(unchanged: credential)
    decision.credential.grants[index].suspicion = doubt
    decision.notices = [
      Notice(
        .suspicionOpened, credential.id,
        [
          "evidence": .text(evidence.summary), "confirm_from": .time(doubt.confirmableFrom),
        ])
    ]
    return plan(decision).on(Ground(.unprovenSuspected, until: doubt.confirmableFrom))
  }

  private func doubt(of credential: Credential, _ observation: Observation) -> Suspicion {
    Suspicion(
      state: credential.state, reason: .neverConfirmed, opened: observation.answered,
      confirmableFrom: observation.answered + policy.confirmAfter, evidence: evidence)
  }

  /// Whether what is held against the token still counts: not when it is from before a step of the
  /// clock, or from one that was ahead.
  private func stands(_ doubt: Suspicion, _ observation: Observation) -> Bool {
    guard doubt.reason == .neverConfirmed, doubt.hold != nil || !doubt.proofs.isEmpty else {
      return false
    }
    return doubt.opened <= observation.answered
      && doubt.confirmableFrom <= observation.answered + policy.confirmAfter
  }
}
