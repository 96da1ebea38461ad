internal import CredentialCore

extension CredentialRecord {
  /// What came of claiming one record.
  enum ClaimStep: Equatable {
    /// Charged and in flight: ask about the grant at this place.
    case look(Int, LookPurpose)
    /// Not now; `nextLook` may have moved.
    case later
  }

  /// Whether a look falls due by `now`.
  func isDue(_ now: Moment) -> Bool {
    guard inFlight == nil, let nextLook else { return false }
    return nextLook <= now
  }

  /// Charges the look that is due and marks it in flight.
  ///
  /// Meanwhile the next look is the regular one, so that a claim whose outcome is never known has
  /// been spent and nothing else is needed after a crash.
  mutating func claim(
    policy: ProviderPolicy, unknownUpTo limit: Epoch? = nil, now: Moment
  ) -> ClaimStep {
    guard inFlight == nil, let due = nextLook, due <= now else { return .later }
    guard let place = credential.place(toLookAt: now, after: limit, policy) else {
      guard credential.hasGrants(upTo: limit, policy) else {
        nextLook = nil
        return .later
      }
      postpone(policy: policy, now: now)
      return .later
    }
    let purpose = purpose(ofGrantAt: place, now: now)
    if purpose == .scheduled, due + policy.interval < now {
      // Missed for long, as after a stop of days: spread by the phase instead of all at once.
      nextLook = Schedule.slot(for: credential.id, notBefore: now, interval: policy.interval)
      guard isDue(now) else { return .later }
    }
    switch budget.charge(purpose, at: now, period: policy.budgetPeriod) {
    case .refused(let until):
      nextLook = until
      return .later
    case .granted(let charge):
      inFlight = Claim(
        epoch: credential.grants[place].epoch, charge: charge, purpose: purpose, claimed: now)
      nextLook = regularLook(after: now, interval: policy.interval, now: now)
      isRequested = false
      // The token may be replaced by the request that follows.
      if policy.rotation.isRotating { credential.grants[place].present(at: now) }
      return .look(place, purpose)
    }
  }

  /// The token could not be unsealed: nothing was charged, the next try is an interval away.
  mutating func postpone(policy: ProviderPolicy, now: Moment) {
    nextLook = now + policy.interval
    isRequested = false
  }

  /// Takes a claim back whose request was not begun: refunded, due again now.
  mutating func giveBack(_ look: Look, now: Moment) {
    guard let claim = inFlight, claim.epoch == look.epoch, claim.claimed == look.claimed else {
      return
    }
    budget.refund(claim.charge)
    if let index = credential.grants.firstIndex(where: { $0.epoch == look.epoch }) {
      credential.grants[index].takeBackPresentation()
    }
    inFlight = nil
    nextLook = now
    isRequested = isRequested || claim.purpose == .manual
  }

  /// Forgets a claim whose outcome can no longer be learnt, as after a crash: it stays spent.
  mutating func abandonClaim() { inFlight = nil }

  /// Repairs a due time that was written under a wrong clock: one further ahead than the rule that
  /// plans it counts as unknown.
  mutating func repairTimes(policy: ProviderPolicy, now: Moment) {
    guard let due = nextLook, due > now + horizon(policy) else { return }
    nextLook = Schedule.slot(for: credential.id, notBefore: now, interval: policy.interval)
    credential.forgetTimes(after: now + Self.horizon(policy), now: now)
  }

  /// The furthest ahead that the next look at a credential is planned when nothing is wrong with it.
  static func horizon(_ policy: ProviderPolicy) -> Duration {
    max(policy.interval, policy.budgetPeriod) + .seconds(1)
      + Schedule.longestEvasion(interval: policy.interval)
  }

  /// The furthest ahead that the next look at this one is planned.
  private func horizon(_ policy: ProviderPolicy) -> Duration {
    var longest = Self.horizon(policy)
    for grant in credential.grants {
      if grant.suspicion != nil { longest = max(longest, policy.confirmAfter) }
      if grant.status == .dead {
        longest = max(longest, policy.looksAfterRevocation.max() ?? .zero)
      }
    }
    return longest
  }

  func regularLook(after last: Moment, interval: Duration, now: Moment) -> Moment {
    Schedule.next(for: credential.id, after: last, now: now, interval: interval)
  }

  private func purpose(ofGrantAt place: Int, now: Moment) -> LookPurpose {
    if credential.grants[place].isNeverSettled { return .confirmation }
    return isRequested ? .manual : credential.purpose(of: credential.grants[place], now: now)
  }
}

extension Credential {
  /// Forgets what is said to have happened after `limit`, a time that is yet to come.
  fileprivate mutating func forgetTimes(after limit: Moment, now: Moment) {
    if since > limit { since = now }
    lastConfirmed = lastConfirmed.flatMap { $0 > limit ? nil : $0 }
    lastLook = lastLook.flatMap { $0 > limit ? nil : $0 }
    for index in grants.indices {
      // Nil would make an unproven token a new one.
      grants[index].lastLook = grants[index].lastLook.map { $0 > limit ? now : $0 }
    }
  }
}
