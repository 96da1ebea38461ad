extension Judgement {
  /// On what ground a success leaves the state or `turns` it; `credential` is as before it.
  func groundOfSuccess(_ credential: Credential, turns: Bool) -> Ground {
    switch credential.state {
    case .revoked where turns, .notFound where turns:
      return Ground(credential.isConclusive ? .signInProven : .takenBack)
    case .revoked, .notFound: if !turns { return Ground(.revocationStands) }
    case .unknown, .authorized, .transferred: break
    }
    if let push = credential.heldPush { return Ground(.pushStillHeld, since: push.hold.since) }
    guard let suspicion = credential.grants[index].suspicion else { return Ground(.confirmed) }
    return Ground(.suspicionDropped, since: suspicion.opened)
  }

  /// On what ground an answer teaches nothing; `grant` counts it already.
  func groundOfIgnorance(_ answer: Answer, _ grant: Grant) -> Ground {
    switch answer {
    case .clientNotConfigured: return Ground(.clientNotConfigured)
    case .isolated:
      guard let run = grant.isolated else { return Ground(.nothingLearnt) }
      return run.looks < IsolatedRun.evident
        ? Ground(.isolatedCounted, since: run.first, detail: "\(run.looks)")
        : Ground(.isolatedCommon, since: run.first)
    default: return Ground(.nothingLearnt)
    }
  }

  /// On what ground a verdict is kept back; `grant` is the one that is proven dead.
  func groundOfHold(
    _ cause: Hold.Cause, _ grant: Grant, of provider: ProviderName
  ) -> Ground {
    if let ground = decider.ground(of: cause, on: provider, now: now) { return ground }
    if let frozen = book.frozenSince { return Ground(.heldByCanaries, since: frozen) }
    var standing = book[grant.client]
    standing.countTurn(limits: policy.brake, at: now)
    return Ground(
      .heldByBrake, since: standing.brake?.since ?? now, detail: standing.brake?.limit.rawValue)
  }
}

extension Decider {
  /// On what ground the mode, a pause or a baseline keeps back what is said of a provider's users; nil
  /// for a brake, of which there are several.
  func ground(of cause: Hold.Cause, on provider: ProviderName, now: Moment) -> Ground? {
    switch cause {
    case .observe: Ground(.heldByObserve)
    case .pause: Ground(.heldByPause, since: restraints.pause(of: provider)?.since ?? now)
    case .baseline: Ground(.heldByBaseline, since: restraints.baselines[provider]?.since ?? now)
    case .brake: nil
    }
  }
}

extension Judgement {
  /// On what ground a verdict that was kept back waits for a fresh look.
  func groundOfFreshness(_ suspicion: Suspicion, _ grant: Grant) -> Ground {
    let since = [suspicion.hold?.since, book[grant.client].freed].compactMap { $0 }.max()
    return Ground(.freshLookMissing, since: since)
  }
}

extension Suspicion {
  /// On what ground a negative answer does or does not count as a further proof; `before` is the
  /// suspicion without it.
  func ground(of observation: Observation, before: Suspicion, withWitnesses: Bool) -> Ground {
    let newest = before.proofs.last?.answered
    if observation.asked < before.confirmableFrom {
      return Ground(.tooEarly, since: newest ?? opened, until: before.confirmableFrom)
    }
    // What is counted has moved the time for the next one.
    guard confirmableFrom > before.confirmableFrom else {
      return Ground(.witnessMissing, since: newest)
    }
    return Ground(
      withWitnesses ? .counted : .countedAlone, since: newest, until: confirmableFrom,
      detail: "\(withWitnesses ? min(proofs.count, 2) : proofs.count)")
  }

  /// On what ground the witness for the newest proof counts; `before` is the suspicion without it.
  func groundOfWitness(before: Suspicion) -> Ground {
    let since = before.proofs.last?.answered
    return proofs.count < before.proofs.count
      ? Ground(.lapsed, since: since)
      : Ground(.witnessed, since: since, until: confirmableFrom)
  }
}
