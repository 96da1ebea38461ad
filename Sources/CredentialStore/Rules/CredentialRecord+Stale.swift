internal import CredentialCore

extension CredentialRecord {
  /// Tells of a user whom nobody has confirmed for long; nil when that is no news. A look in flight
  /// is judged by its own result.
  mutating func findStale(decider: Decider, among book: ClientBook, now: Moment) -> Decision? {
    guard inFlight == nil, let decision = decider.findStale(credential, among: book, now: now)
    else { return nil }
    credential = decision.credential
    return decision
  }
}
