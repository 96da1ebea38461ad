/// The move of an app to another team, as the configuration tells of it.
///
/// Source: Apple's "Transferring your apps and users to another team" and technote TN3159.
package struct TransferTerms: Sendable, Equatable {
  /// How long after the app was accepted users can be exchanged and identity tokens tell both names.
  package static let window: Duration = .seconds(60 * 86_400)
  /// How long before the end of that the condition becomes worse.
  package static let lastDays: Duration = .seconds(14 * 86_400)

  /// The team that receives the app.
  package let target: String
  /// When it accepted the app; nil while it has not.
  package let accepted: Moment?
  /// Whether that team's key is configured, so that its names of users can be asked for.
  package let canImport: Bool

  /// Describes a move.
  package init(target: String, accepted: Moment?, canImport: Bool) {
    self.target = target
    self.accepted = accepted
    self.canImport = canImport
  }

  /// When users can be exchanged no longer; nil while the app was not accepted.
  package var deadline: Moment? { accepted.map { $0 + Self.window } }

  /// Whether the days of the exchange have begun and are not over.
  package func isOpen(at now: Moment) -> Bool {
    guard let accepted, let deadline else { return false }
    return accepted <= now && now < deadline
  }

  /// Whether a token that once worked, of before the move, may be dead for the move alone.
  func explains(deathOf grant: Grant, at now: Moment) -> Bool {
    guard isOpen(at: now), let accepted, grant.confirmed != nil else { return false }
    return grant.given.map { $0 < accepted } ?? true
  }

  /// What holds at `now` while users are left whose new name is not known.
  package func standing(unmapped: Int, of users: Int, at now: Moment) -> ConditionStanding {
    guard let accepted, let deadline, unmapped > 0 else { return ConditionStanding() }
    guard accepted <= now else { return ConditionStanding(next: accepted) }
    let (worse, isLate) = (deadline - Self.lastDays, now >= deadline)
    let left = isLate ? "the 60 days are over" : "\((deadline - now).words) are left"
    let detail = "\(unmapped) of \(users) users have no new name yet; \(left)"
    return now < worse
      ? ConditionStanding(.transferOpen, detail, since: accepted, next: worse)
      : ConditionStanding(.transferEnding, detail, since: worse, next: isLate ? nil : deadline)
  }
}
