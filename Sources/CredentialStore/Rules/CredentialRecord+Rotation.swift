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
  /// Whether a token of the user is lost for good.
  var hasLostGrant: Bool { grants.contains { $0.status == .lost } }

  /// Whether one of the user's tokens is outstanding or lost.
  var hasOutstandingGrant: Bool { grants.contains { $0.outstanding != nil } }

  /// When the earliest of the tokens that may be presented once more may not any longer.
  var answersGivenUp: Moment? {
    grants.compactMap { $0.status == .outstanding ? $0.outstanding?.again : nil }.min()
  }
}
