internal import CredentialCore

/// What a program can answer about one user; the words of the protocol.
enum ExecWord: String, Sendable, CaseIterable {
  /// The credential is good.
  case authorized
  /// The token is dead.
  case dead
  /// The user is known and has no link to this service any more.
  case notLinked = "not_linked"
  /// There is no such user.
  case notFound = "not_found"
  /// A refusal that may be about this user or about the program's own access.
  case isolated
  /// The user must sign in again; says nothing of the credential.
  case reauthenticate
  /// About this user, but neither good nor bad.
  case unclear
  /// The program's own access is refused.
  case misconfigured
  /// Too many requests.
  case throttled
  /// A failure to learn.
  case transient

  /// The class of such an answer: a negative one is presumptive at most.
  func answer(retryAfter: Duration?) -> Answer {
    switch self {
    case .authorized: .authorized
    case .dead: .dead(.tokenDead)
    case .notLinked, .notFound: .dead(.notLinked)
    case .isolated: .isolated
    case .reauthenticate: .reauthenticate
    case .unclear: .unclear
    case .misconfigured: .misconfigured
    case .throttled: .throttled(retryAfter: retryAfter)
    case .transient: .transient(retryAfter: retryAfter)
    }
  }

  /// What it says, for the profile.
  var why: String {
    switch self {
    case .authorized: "The credential is good."
    case .dead: "The token is dead."
    case .notLinked: "The user has no link to this service any more."
    case .notFound: "There is no such user; it counts like not_linked."
    case .isolated: "A refusal that may be about this user or about the program's access."
    case .reauthenticate: "The user must sign in again; nothing is said of the credential."
    case .unclear: "About this user, but neither good nor bad."
    case .misconfigured: "The program's own access is refused."
    case .throttled: "Too many requests."
    case .transient: "A failure to learn."
    }
  }
}
