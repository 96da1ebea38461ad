/// The kinds of provider that the sandbox can be.
package enum SandboxKind: String, Sendable, CaseIterable {
  /// Sign in with Apple.
  case apple
  /// An OpenID provider whose refresh tokens rotate.
  case oidc
  /// Kakao Login.
  case kakao
  /// Google.
  case google
  /// An OAuth server without OpenID, whose tokens can be asked about (RFC 7662).
  case introspection
  /// GitHub.
  case github

  /// Whether a user's name is a number that fits into 63 bits.
  var hasNumbers: Bool { [.kakao, .github].contains(self) }

  /// How users of this kind can be gone; the first is what `revoke` means unless told otherwise.
  package var revocations: [RevokedAs] {
    switch self {
    case .apple: [.invalidGrant, .invalidRequest, .deleted]
    case .kakao:
      [.notLinked, .deleted, .dormant, .pending, .restricted, .underage, .invalidGrant]
    case .google:
      [
        .invalidGrant, .badRequest, .invalidRapt, .raptRequired, .adminPolicyEnforced, .deleted,
      ]
    case .github: [.unauthorized, .deleted]
    case .oidc, .introspection:
      [
        .invalidGrant, .invalidRequest, .deleted, .interactionRequired, .loginRequired,
        .consentRequired,
      ]
    }
  }
}
