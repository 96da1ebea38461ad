/// An administrator's word that verdicts are to wait while looks go on.
package struct Pause: Sendable, Equatable {
  /// Since when.
  package let since: Moment
  /// Whose word it is.
  package let by: Caller
  /// Why, in that person's words.
  package let reason: String

  /// Describes a pause.
  package init(since: Moment, by: Caller, reason: String) {
    self.since = since
    self.by = by
    self.reason = reason
  }
}

/// The first interval of a provider's watch, in which what is negative is told and not delivered.
package struct Baseline: Sendable, Equatable {
  /// When the provider's first user was registered.
  package var since: Moment
  /// How many negative verdicts it has kept back.
  package var negatives: Int
  /// When an administrator accepted it; nil before.
  package var accepted: Moment?

  /// Describes a baseline; by default one that begins.
  package init(since: Moment, negatives: Int = 0, accepted: Moment? = nil) {
    self.since = since
    self.negatives = negatives
    self.accepted = accepted
  }

  /// When its interval is over.
  package func until(_ policy: ProviderPolicy) -> Moment { since + policy.interval }

  /// Whether it keeps verdicts back: through its interval, and then until somebody accepts what it
  /// found. One that found nothing ends by itself.
  package func isInForce(_ policy: ProviderPolicy, now: Moment) -> Bool {
    guard policy.hasBaseline, accepted == nil else { return false }
    return now < until(policy) || negatives > 0
  }

  /// Whether its interval is over and it waits for somebody who accepts what it found.
  package func isWaiting(_ policy: ProviderPolicy, now: Moment) -> Bool {
    isInForce(policy, now: now) && now >= until(policy)
  }
}

/// What keeps every verdict of a provider back, beside its mode: rows of the store.
package struct Restraints: Sendable, Equatable {
  /// The pause of all providers, also of those configured later.
  package var everywhere: Pause?
  /// The pauses of single providers.
  package var pauses: [ProviderName: Pause]
  /// The baseline of each provider that ever had one.
  package var baselines: [ProviderName: Baseline]

  /// Spells out restraints; by default none.
  package init(
    everywhere: Pause? = nil, pauses: [ProviderName: Pause] = [:],
    baselines: [ProviderName: Baseline] = [:]
  ) {
    self.everywhere = everywhere
    self.pauses = pauses
    self.baselines = baselines
  }

  /// The pause that holds for a provider: its own, else that of all.
  package func pause(of provider: ProviderName) -> Pause? { pauses[provider] ?? everywhere }

  /// What keeps a verdict of `provider` back; nil when nothing does.
  package func cause(
    for provider: ProviderName, _ policy: ProviderPolicy, now: Moment
  ) -> Hold.Cause? {
    if pause(of: provider) != nil { return .pause }
    return baselines[provider]?.isInForce(policy, now: now) ?? false ? .baseline : nil
  }

  /// Pauses one provider, or all (nil); a pause that holds already stays as it is.
  package mutating func pause(_ provider: ProviderName?, _ pause: Pause) {
    if let provider {
      pauses[provider] = pauses[provider] ?? pause
    } else {
      everywhere = everywhere ?? pause
    }
  }

  /// Ends the pause of one provider, or that of all (nil), which leaves single ones as they are.
  package mutating func resume(_ provider: ProviderName?) {
    if let provider { pauses[provider] = nil } else { everywhere = nil }
  }

  /// Begins the baseline of a provider that never had a user.
  package mutating func begin(_ provider: ProviderName, now: Moment) {
    baselines[provider] = baselines[provider] ?? Baseline(since: now)
  }

  /// Accepts the baseline of one provider, or every one (nil).
  package mutating func accept(_ provider: ProviderName?, now: Moment) {
    for name in baselines.keys where name == provider ?? name && baselines[name]?.accepted == nil {
      baselines[name]?.accepted = now
    }
  }

  /// Counts what a baseline keeps back, and takes the beginning of one that was stored under a clock
  /// that was ahead for now.
  package mutating func note(_ cause: Hold.Cause?, of provider: ProviderName, now: Moment) {
    guard let baseline = baselines[provider] else { return }
    if baseline.since > now { baselines[provider]?.since = now }
    if cause == .baseline { baselines[provider]?.negatives += 1 }
  }
}
