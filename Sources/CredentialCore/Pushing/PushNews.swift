/// What a push says of a user.
package enum PushNews: Sendable, Equatable {
  /// The user is gone; no look has to agree.
  case conclusive(PushVerdict)
  /// What was disabled is enabled again; a look decides what that means here.
  case restored
  /// Something may have changed; a look says what.
  case askForLook
  /// The user is said to have gone, in the provider's word, without a proof that suffices: a look
  /// decides.
  case gone(String, isDeletion: Bool)
  /// Something a service should know that leaves the state as it is.
  case signal(PushSignal)

  /// The word for it in log, bus and CLI.
  package var word: String {
    switch self {
    case .conclusive(let verdict): verdict.rawValue
    case .restored: "restored"
    case .askForLook, .gone: "ask_for_look"
    case .signal(let signal): signal.rawValue
    }
  }
}

/// What a conclusive push leads to; the raw values are those of the reasons.
package enum PushVerdict: String, Sendable, CaseIterable {
  /// The account is disabled and may come back.
  case accountDisabled = "account_disabled"
  /// The user withdrew consent.
  case consentWithdrawn = "consent_withdrawn"
  /// The account was deleted for good.
  case accountDeleted = "account_deleted"

  /// The state it leads to.
  package var state: CredentialState { self == .accountDeleted ? .notFound : .revoked }

  /// The reason it gives.
  package var reason: Reason {
    switch self {
    case .accountDisabled: .accountDisabled
    case .consentWithdrawn: .consentWithdrawn
    case .accountDeleted: .accountDeleted
    }
  }

  /// What a consumer should do.
  package var action: Action { self == .accountDeleted ? .eraseAllowed : .logOut }
}

/// A push that tells of something beside the state; the raw values are those of the events.
package enum PushSignal: String, Sendable, CaseIterable {
  /// The provider has ended the user's sessions.
  case sessionEnd = "session_end"
  /// The user should prove again who it is, as after a change of the password.
  case reauthNeeded = "reauth_needed"
  /// Mail to the relay address is not forwarded any more.
  case emailDisabled = "email_disabled"
  /// Mail to the relay address is forwarded again.
  case emailEnabled = "email_enabled"

  /// The event that is published.
  package var kind: EventKind {
    switch self {
    case .sessionEnd: .sessionEnd
    case .reauthNeeded: .reauthNeeded
    case .emailDisabled: .emailDisabled
    case .emailEnabled: .emailEnabled
    }
  }

  /// What a consumer should do.
  package var action: Action {
    switch self {
    case .sessionEnd: .logOut
    case .reauthNeeded: .reauthenticate
    case .emailDisabled, .emailEnabled: .none
    }
  }
}
