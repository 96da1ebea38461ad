internal import CredentialCore

extension CredentialRecord {
  /// What came of claiming one record.
  enum ClaimStep: Equatable {
    /// Charged and in flight: ask about this grant.
    case look(Grant, LookPurpose)
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
  mutating func claim(policy: ProviderPolicy, now: Moment) -> ClaimStep {
    guard inFlight == nil, let due = nextLook, due <= now else { return .later }
    guard let grant = credential.grantToLookAt(now: now) else {
      nextLook = nil
      return .later
    }
    let purpose = purpose(of: grant, now: now)
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
      inFlight = Claim(epoch: grant.epoch, charge: charge, purpose: purpose, claimed: now)
      nextLook = regularLook(after: now, policy: policy, now: now)
      isRequested = false
      if policy.rotation.isRotating { markPresented(grant, now: now) }
      return .look(grant, purpose)
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

  func regularLook(after last: Moment, policy: ProviderPolicy, now: Moment) -> Moment {
    Schedule.next(for: credential.id, after: last, now: now, interval: policy.interval)
  }

  /// The token may be replaced by the request that follows.
  private mutating func markPresented(_ grant: Grant, now: Moment) {
    guard let index = credential.grants.firstIndex(where: { $0.epoch == grant.epoch }) else {
      return
    }
    credential.grants[index].present(at: now)
  }

  private func purpose(of grant: Grant, now: Moment) -> LookPurpose {
    if grant.isNeverSettled { return .confirmation }
    return isRequested ? .manual : credential.purpose(of: grant, now: now)
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
