internal import CredentialCore

extension AppleSettings {
  /// Where the keys lie that sign notifications and identity tokens.
  private static let keysPath = "/auth/keys"

  /// Who verifies notifications: Apple issues them, wherever the endpoint lies.
  func push() -> any PushVerifier {
    TokenPushVerifier(
      provider: context.name, profile: .apple, issuers: [AppleClientSecret.issuer],
      audiences: clients.map(\.text),
      keys: FetchedKeys(
        address: endpoint + Self.keysPath, configuration: http, clock: context.now),
      silentAfter: silentAfter)
  }
}
