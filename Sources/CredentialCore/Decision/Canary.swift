/// A user by whom trouble of the provider is told: one that is known to be well.
package struct Canary: Sendable, Equatable {
  /// When the answers about it became refusals; nil while it is well.
  package var failingSince: Moment?

  /// Takes over what is stored.
  package init(failingSince: Moment? = nil) { self.failingSince = failingSince }
}

extension Answer {
  /// What the answer says of a user who is known to be well: true well, false not, nil nothing.
  var isGoodForCanary: Bool? {
    switch self {
    case .authorized: true
    case .dead, .transferred, .isolated, .mismatched: false
    case .reauthenticate, .unclear, .misconfigured, .clientNotConfigured, .throttled, .transient:
      nil
    }
  }
}

extension ClientBook {
  /// Fewer failing canaries than these freeze nothing.
  static let fewestToFreeze = 2

  /// Those of the canaries that fail.
  package func failing(of canaries: [Subject]) -> [Subject] {
    canaries.filter { self.canaries[$0]?.failingSince != nil }
  }

  /// Whether so many of the canaries fail that no verdict can be trusted: at least two, and more than
  /// half of those that were ever looked at.
  package func mostFail(of canaries: [Subject]) -> Bool {
    let (known, failing) = (
      canaries.count { self.canaries[$0] != nil }, failing(of: canaries).count
    )
    return failing >= Self.fewestToFreeze && failing * 2 > known
  }

  /// Notes what an answer says of a canary, and freezes the provider's verdicts or ends that: before
  /// any state turns.
  mutating func noteCanary(
    _ observation: Observation, _ subject: Subject, _ canaries: [Subject], at now: Moment
  ) {
    if canaries.contains(subject), let isGood = observation.answer.isGoodForCanary {
      let since = self.canaries[subject]?.failingSince ?? observation.answered
      self.canaries[subject] = Canary(failingSince: isGood ? nil : since)
    }
    let mostFail = mostFail(of: canaries)
    if mostFail, frozenSince == nil { frozenSince = now }
    // Also after a reload that took canaries away.
    guard !mostFail, frozenSince != nil else { return }
    frozenSince = nil
    for client in standings.keys { change(client) { $0.freed = now } }
  }
}
