/// Why a sign-in is not taken: a code, what happened, and whether the same may be handed over again.
package struct SignInRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// The closed set of causes, named as in ASAuthorizationError.
  package enum Code: String, Sendable, CaseIterable {
    /// The user gave up, or did not consent.
    case canceled = "Canceled"
    /// The provider refused it, or did not answer.
    case failed = "Failed"
    /// What was handed over, or what the provider answered, is not to be believed.
    case invalidResponse = "InvalidResponse"
    /// It cannot be handled as the daemon is configured.
    case notHandled = "NotHandled"
    /// Anything else.
    case unknown = "Unknown"

    /// What to tell the user, in a sentence.
    package var forUser: String {
      switch self {
      case .canceled: "You have not signed in. You can try again at any time."
      case .failed: "Signing in did not work. Please try again."
      case .invalidResponse:
        "The sign-in could not be verified. Please sign in again; if that does not help, contact "
          + "support."
      case .notHandled:
        "This way to sign in is not available at the moment. Please choose another one or come back "
          + "later."
      case .unknown: "Something went wrong while signing in. Please try again later."
      }
    }
  }

  /// The cause.
  package let code: Code
  /// What happened and what to do, for the back end's people.
  package let detail: String
  /// Whether nothing was used up and the same may be handed over again in a while.
  package let isPassing: Bool

  /// Refuses a sign-in.
  package init(_ code: Code, _ detail: String, isPassing: Bool = false) {
    self.code = code
    self.detail = detail
    self.isPassing = isPassing
  }

  /// What happened, and what to tell the user.
  package var description: String { "\(detail). Tell the user: \(code.forUser)" }
}

extension OperationError {
  /// The refusal as a caller of the daemon sees it: one that passes is `Busy`, as nothing is decided.
  package init(_ refusal: SignInRefusal) {
    guard !refusal.isPassing else {
      self.init(.busy, "\(refusal.detail); hand the same sign-in over again in a while")
      return
    }
    let code: Code =
      switch refusal.code {
      case .canceled: .canceled
      case .failed: .failed
      case .invalidResponse: .invalidResponse
      case .notHandled: .notHandled
      case .unknown: .unknown
      }
    self.init(code, refusal.description)
  }
}
