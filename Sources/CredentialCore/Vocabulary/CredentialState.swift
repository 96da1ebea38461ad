/// What is known of a credential; the words of bus, CLI, log and hooks.
package enum CredentialState: String, Sendable, CaseIterable {
  /// Not confirmed yet, or no longer confirmable.
  case unknown
  /// The provider confirmed it, and nothing has contradicted that.
  case authorized
  /// The user withdrew it, or its last token died (see the reason).
  case revoked
  /// The account does not exist at the provider any more.
  case notFound
  /// The app moved to another team; the identifier must be migrated, sessions may go on.
  case transferred
}

/// Why a credential is in its state.
package enum Reason: String, Sendable, CaseIterable {
  /// Enrolled, not looked at yet.
  case registered
  /// The provider answered that it is alive.
  case confirmed
  /// A verified push: the user withdrew consent.
  case consentWithdrawn = "consent_withdrawn"
  /// The refresh token is dead, twice over.
  case tokenDead = "token_dead"
  /// The provider knows the user but no link to this app.
  case notLinked = "not_linked"
  /// The account is disabled and may come back.
  case accountDisabled = "account_disabled"
  /// The account was deleted for good.
  case accountDeleted = "account_deleted"
  /// The app belongs to another team now.
  case teamTransfer = "team_transfer"
  /// The token given at enrolment was never seen alive here.
  case neverConfirmed = "never_confirmed"
  /// The answer to a refresh that may have replaced the token was lost.
  case rotationLost = "rotation_lost"
  /// An administrator took back what was concluded.
  case reverted
}

/// What a consumer of an event should do; each includes the ones before it.
package enum Action: String, Sendable, CaseIterable, Comparable {
  /// Nothing.
  case none
  /// Ask the user to sign in again.
  case reauthenticate
  /// End the user's sessions.
  case logOut = "log_out"
  /// End the sessions; the data may be erased (`account_deleted` only).
  case eraseAllowed = "erase_allowed"

  private var rank: Int {
    switch self {
    case .none: 0
    case .reauthenticate: 1
    case .logOut: 2
    case .eraseAllowed: 3
    }
  }

  /// Whether the first asks for less than the second.
  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
