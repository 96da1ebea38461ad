/// The class of one provider's answer about one credential.
package enum Answer: Sendable, Equatable {
  /// The provider says it is alive.
  case authorized
  /// An unambiguous negative: an answer in the provider's dead set.
  case dead(Reason)
  /// The identifier belongs to another team now.
  case transferred
  /// A refusal that may be about this user or about us; counts when it persists for this user alone.
  case isolated
  /// The provider wants the user to sign in again; says nothing of the credential.
  case reauthenticate
  /// An answer about this very user that does not say whether the credential is good: the account
  /// sleeps, is blocked, or has not come to the end of signing up.
  case unclear
  /// Our own identity is refused: client secret, client id, configuration.
  case misconfigured
  /// The answer is about another user or client than was asked about: a wrong token is stored.
  case mismatched
  /// The credential's client id is not in the configuration; nothing was sent.
  case clientNotConfigured
  /// Too many requests; wait at least so long when told.
  case throttled(retryAfter: Duration?)
  /// A failure to learn: transport, 5xx, a portal's page; wait at least so long when told.
  case transient(retryAfter: Duration?)

  /// How much an answer can prove.
  package enum Strength: String, Sendable, Equatable {
    /// May change a state, given the guards.
    case presumptive
    /// Confirms the credential.
    case affirmative
    /// Becomes presumptive when it persists for one user while the others are well.
    case isolated
    /// Never changes a state.
    case none
  }

  /// How much this answer can prove.
  package var strength: Strength {
    switch self {
    case .authorized: .affirmative
    case .dead, .transferred: .presumptive
    case .isolated: .isolated
    case .reauthenticate, .unclear, .misconfigured, .mismatched, .clientNotConfigured,
      .throttled, .transient:
      .none
    }
  }

  /// The word for the class in log, bus and CLI.
  package var word: String {
    switch self {
    case .authorized: "authorized"
    case .dead(let reason): reason.rawValue
    case .transferred: "transferred"
    case .isolated: "isolated"
    case .reauthenticate: "reauthenticate"
    case .unclear: "unclear"
    case .misconfigured: "misconfigured"
    case .mismatched: "mismatched"
    case .clientNotConfigured: "client_not_configured"
    case .throttled: "throttled"
    case .transient: "transient"
    }
  }
}

/// What an answer was, for people: where it came from and its outline, never its secrets.
package struct Evidence: Sendable, Equatable {
  /// One line such as `400 invalid_grant` or `TLS: certificate has expired`; at most 200 bytes.
  package let summary: String

  /// Keeps the first 200 bytes of `summary`, cut at a character.
  package init(_ summary: String) {
    var kept = summary
    while kept.utf8.count > 200 { kept.removeLast() }
    self.summary = kept
  }
}
