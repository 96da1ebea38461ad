/// The kinds of provider that the sandbox can be.
package enum SandboxKind: String, Sendable, CaseIterable {
  /// Sign in with Apple.
  case apple
  /// An OpenID provider whose refresh tokens rotate.
  case oidc
  /// An OAuth server without OpenID, whose tokens can be asked about (RFC 7662).
  case introspection

  /// How users of this kind can be gone; the first is what `revoke` means unless told otherwise.
  package var revocations: [RevokedAs] {
    switch self {
    case .apple: [.invalidGrant, .invalidRequest, .deleted]
    case .oidc, .introspection:
      [
        .invalidGrant, .invalidRequest, .deleted, .interactionRequired, .loginRequired,
        .consentRequired,
      ]
    }
  }
}
