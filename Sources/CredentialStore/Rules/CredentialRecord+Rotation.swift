internal import CredentialCore

extension CredentialRecord {
  /// Gives up answers about rotating tokens that cannot come any more; nil when there are none. The
  /// answer to a look in flight is still awaited.
  mutating func giveUpAnswers(decider: Decider, among book: ClientBook, now: Moment) -> Decision? {
    guard inFlight == nil,
      let decision = decider.giveUpAnswers(credential, among: book, now: now)
    else { return nil }
    if case .at = decision.nextLook { isRequested = true }
    follow(decision)
    return decision
  }
}

extension Credential {
  /// The same without the tokens that may have been used up elsewhere: of a provider that replaces tokens,
  /// those up to `limit`.
  func known(after limit: Epoch?, _ policy: ProviderPolicy) -> Credential {
    guard let limit, policy.rotation.isRotating else { return self }
    var known = self
    known.grants.removeAll { $0.epoch <= limit }
    return known
  }

  /// The place of the grant to look at among those that are known.
  func place(toLookAt now: Moment, after limit: Epoch?, _ policy: ProviderPolicy) -> Int? {
    guard hasGrants(upTo: limit, policy) else { return placeToLookAt(now: now) }
    let known = known(after: limit, policy)
    guard let place = known.placeToLookAt(now: now) else { return nil }
    return grants.firstIndex { $0.epoch == known.grants[place].epoch }
  }

  /// Whether some of the grants are not known.
  func hasGrants(upTo limit: Epoch?, _ policy: ProviderPolicy) -> Bool {
    guard let limit, policy.rotation.isRotating else { return false }
    return grants.contains { $0.epoch <= limit }
  }

  /// Whether a token of the user is lost for good.
  var hasLostGrant: Bool { grants.contains { $0.status == .lost } }

  /// Whether one of the user's tokens is outstanding or lost.
  var hasOutstandingGrant: Bool { grants.contains { $0.outstanding != nil } }

  /// When the earliest of the tokens that may be presented once more may not any longer.
  var answersGivenUp: Moment? {
    grants.compactMap { $0.status == .outstanding ? $0.outstanding?.again : nil }.min()
  }
}
