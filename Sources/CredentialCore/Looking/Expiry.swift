/// The end of something by which a provider's clients prove who they are.
package struct Expiry: Sendable, Equatable {
  /// What it is, as a sentence begins with it: `the client secret`.
  package let what: String
  /// When it ends.
  package let at: Moment

  /// Says that `what` ends at a time.
  package init(_ what: String, at: Moment) {
    self.what = what
    self.at = at
  }
}

/// When what a provider's clients prove themselves with ends, and how long before that is told.
package struct ExpiryPlan: Sendable, Equatable {
  /// How long before an end it is told, when nothing is configured.
  package static let usualNotice: Duration = .seconds(30 * 86_400)

  /// What ends by itself, in any order.
  package var expiries: [Expiry] = []
  /// How long before the end that is told.
  package var notice: Duration = usualNotice

  /// Nothing ends.
  package init() {}

  /// How things stand at `now`: by the first that ends.
  package func standing(at now: Moment) -> ConditionStanding {
    guard let first = expiries.min(by: { $0.at < $1.at }) else { return ConditionStanding() }
    let begin = first.at - notice
    if first.at <= now {
      let detail = "\(first.what) ended at \(first.at.words)"
      return ConditionStanding(.clientSecretExpired, detail, since: first.at, next: nil)
    }
    guard begin <= now else { return ConditionStanding(next: begin) }
    let detail = "\(first.what) ends at \(first.at.words)"
    return ConditionStanding(.clientSecretExpiring, detail, since: begin, next: first.at)
  }
}
