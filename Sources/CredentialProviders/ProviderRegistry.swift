package import CredentialCore

/// Every kind of provider there is, one line each.
package enum ProviderRegistry {
  /// The kinds, in the order of the manual.
  package static let kinds: [ProviderKind] = [
    AppleFlavor.apple.kind,
    KakaoSettings.kind,
    GitHubSettings.kind,
    ExecSettings.kind,
    AppleFlavor.sandbox.kind,
    OIDCKind.kind,
    IntrospectionKind.kind,
    GoogleKind.kind,
  ]
}
