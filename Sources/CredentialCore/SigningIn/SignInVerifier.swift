/// The role of a provider whose sign-ins can be verified.
///
/// To the implementer: believe nothing that the provider has not signed or said over verified TLS. A
/// code is single-use: send it once, after everything that can be checked without it was checked, and
/// never lose a token that came for it. The subject that the provider names is the user; one that the
/// caller names must be equal. Several are verified at once; nothing may block. Never put a token, a
/// code or a part of the profile into a refusal or the evidence.
package protocol SignInVerifier: Sendable {
  /// Verifies what was handed over; `now` is the wall time.
  func verify(_ handover: SignInHandover, now: Moment) async throws(SignInRefusal) -> VerifiedSignIn
}

/// What a provider has vouched for: this user was there, for this client, at this time.
package struct VerifiedSignIn: Sendable {
  /// A refresh token and how it came.
  package enum Token: Sendable {
    /// The provider gave it for the code just now: it is alive.
    case exchanged(Secret)
    /// The back end had it; a look has to prove it.
    case handedOver(Secret)

    /// The token.
    package var secret: Secret {
      switch self {
      case .exchanged(let secret), .handedOver(let secret): secret
      }
    }
  }

  /// The user.
  package let subject: Subject
  /// The client that the sign-in was for.
  package let client: ClientID
  /// When the user signed in, by the provider's clock.
  package let at: Moment
  /// The refresh token; nil when there is none, so that no look can be made.
  package let token: Token?
  /// What is known of the user.
  package let profile: UserProfile
  /// The identifier that stands for the same user in another team (Apple's `transfer_sub`).
  package let transferSubject: Subject?
  /// Whether a code was exchanged for it, whatever came with the answer.
  package let usedCode: Bool
  /// How it was verified, for people.
  package let evidence: Evidence

  /// Describes a verified sign-in.
  package init(
    subject: Subject, client: ClientID, at moment: Moment, token: Token?,
    profile: UserProfile = UserProfile(), transferSubject: Subject? = nil, usedCode: Bool = false,
    evidence: Evidence
  ) {
    self.subject = subject
    self.client = client
    at = moment
    self.token = token
    self.profile = profile
    self.transferSubject = transferSubject
    self.usedCode = usedCode
    self.evidence = evidence
  }

  /// Whether the provider gave its token just now.
  package var isFresh: Bool {
    if case .exchanged? = token { true } else { false }
  }

  /// Whether a code was used up for it, so that it cannot be handed over again.
  package var isIrreplaceable: Bool { usedCode || isFresh }
}
