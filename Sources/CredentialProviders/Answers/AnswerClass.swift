internal import CredentialCore

/// What an answer profile takes an answer for; the words of a profile's rows.
enum AnswerClass: String, Sendable, CaseIterable {
  /// The provider accepts the token; what else is in the answer is examined by the kind.
  case accepted
  /// An unambiguous negative about this very user.
  case dead
  /// A refusal that may be about this user or about us.
  case isolated
  /// The provider wants the user to sign in again.
  case reauthenticate
  /// An answer about this very user that does not say whether the credential is good.
  case unclear
  /// Our own identity is refused.
  case misconfigured
  /// Too many requests.
  case throttled
  /// A failure to learn.
  case transient

  /// What an administrator's entry may make of answers that the kind itself takes for this: never
  /// more than the kind sees in them, and nothing of a success, or nobody would be confirmed.
  var mayBecome: [AnswerClass] {
    switch self {
    case .accepted: []
    case .dead: [.isolated, .unclear, .misconfigured, .transient]
    case .isolated: [.isolated, .reauthenticate, .unclear, .misconfigured, .throttled, .transient]
    case .reauthenticate: [.reauthenticate, .unclear, .misconfigured, .throttled, .transient]
    case .unclear: [.unclear, .misconfigured, .throttled, .transient]
    case .misconfigured, .throttled, .transient: [.misconfigured, .throttled, .transient]
    }
  }

  /// The classes that an entry can name at all.
  static let configurable: [AnswerClass] = allCases.filter { $0 != .accepted && $0 != .dead }

  /// How much an answer of the class can prove.
  var strength: Answer.Strength {
    switch self {
    case .accepted: .affirmative
    case .dead: .presumptive
    case .isolated: .isolated
    case .reauthenticate, .unclear, .misconfigured, .throttled, .transient: .none
    }
  }
}
