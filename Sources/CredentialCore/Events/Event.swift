/// What an event tells.
package enum EventKind: String, Sendable, CaseIterable {
  /// State or reason of a credential changed.
  case stateChanged = "state_changed"
  /// One token of a credential is dead; the state stays.
  case grantLost = "grant_lost"
  /// The answer to a refresh that may have replaced the token was lost; the state stays.
  case rotationLost = "rotation_lost"
  /// The provider has not confirmed the user for long; the state stays.
  case credentialStale = "credential_stale"
  /// The provider has ended the user's sessions; the state stays.
  case sessionEnd = "session_end"
  /// The provider asks that the user prove again who it is; the state stays.
  case reauthNeeded = "reauth_needed"
  /// Mail to the user's relay address is not forwarded any more; the state stays.
  case emailDisabled = "email_disabled"
  /// Mail to the user's relay address is forwarded again; the state stays.
  case emailEnabled = "email_enabled"
}

/// An event before it has its sequence number.
package struct EventDraft: Sendable, Equatable {
  /// What it tells.
  package let kind: EventKind
  /// About whom.
  package let credential: CredentialID
  /// The service's name for the user.
  package let account: String?
  /// The service's labels.
  package let labels: [Label]
  /// The state before.
  package let oldState: CredentialState
  /// The state after; the same for an event without a state change.
  package var newState: CredentialState
  /// Why.
  package var reason: Reason
  /// What a consumer should do.
  package let action: Action
  /// When it was decided.
  package let at: Moment
  /// What the deciding answer was, for people.
  package let evidence: Evidence
  /// The event that this one takes back.
  package var undoes: Int64?
  /// The hooks it is delivered to.
  package var hooks: [HookName] = []

  /// Describes an event that undoes none and has no subscribers yet.
  package init(
    kind: EventKind, credential: CredentialID, account: String?, labels: [Label],
    oldState: CredentialState, newState: CredentialState, reason: Reason, action: Action,
    at: Moment, evidence: Evidence
  ) {
    self.kind = kind
    self.credential = credential
    self.account = account
    self.labels = labels
    self.oldState = oldState
    self.newState = newState
    self.reason = reason
    self.action = action
    self.at = at
    self.evidence = evidence
  }
}

/// A published fact: a draft with its place in the store's one order.
package struct Event: Sendable, Equatable {
  /// The store's generation, lower-case hex.
  package let generation: String
  /// Its number, strictly increasing; a lower one never becomes visible after a higher one.
  package let sequence: Int64
  /// What it says.
  package let body: EventDraft

  /// Gives a draft its place.
  package init(generation: String, sequence: Int64, body: EventDraft) {
    self.generation = generation
    self.sequence = sequence
    self.body = body
  }

  /// The id that stays the same over every attempt to deliver it: `generation-sequence`.
  package var id: String { "\(generation)-\(sequence)" }

  /// Whether what the event asks for has been undone: the credential is in another state now, or a
  /// later event of it ended this one (`isEnded`), even when the same state has come again since.
  package func isUndone(by now: CredentialState?, isEnded: Bool = false) -> Bool {
    body.kind == .stateChanged && (now != body.newState || isEnded)
  }

  /// Whether it tells of another state than an earlier event of the same credential, or takes it back.
  package func ends(_ earlier: Event) -> Bool {
    body.kind == .stateChanged && sequence > earlier.sequence
      && (body.newState != earlier.body.newState || body.undoes == earlier.sequence)
  }
}
