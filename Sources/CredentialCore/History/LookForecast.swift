/// When a credential's next look can be expected, as the store's rules of claiming stand now.
package struct LookForecast: Sendable, Equatable {
  /// When it is due, budget and spreading considered; pace and the provider's health may delay it.
  package let at: Moment
  /// Why it will be made.
  package let purpose: LookPurpose
  /// The client whose token will be asked about.
  package let client: ClientID
  /// Whether the budget is what it waits for.
  package let waitsForBudget: Bool

  /// Foresees the next look; nil when none is planned.
  package init?(_ history: CredentialHistory, policy: ProviderPolicy, now: Moment) {
    guard history.inFlight == nil, let due = history.nextLook else { return nil }
    var from = max(due, now)
    guard let grant = history.credential.grantToLookAt(now: from) else { return nil }
    let isManual = history.isRequested && grant.status != .unproven
    purpose = isManual ? .manual : history.credential.purpose(of: grant, now: from)
    client = grant.client
    if purpose == .scheduled, due + policy.interval < now {
      from = Schedule.slot(
        for: history.credential.id, notBefore: now, interval: policy.interval)
    }
    var budget = history.budget
    guard case .refused(let until) = budget.charge(purpose, at: from, period: policy.budgetPeriod)
    else {
      (at, waitsForBudget) = (from, false)
      return
    }
    (at, waitsForBudget) = (until, true)
  }
}
