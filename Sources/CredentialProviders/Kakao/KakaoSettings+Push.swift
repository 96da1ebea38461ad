internal import CredentialCore
internal import Crypto

extension KakaoSettings {
  /// Who issues security events, wherever its keys lie.
  private static let issuer = "https://kauth.kakao.com"
  private static let keysPath = "/.well-known/jwks.json"

  /// Who verifies both webhooks: security events by their signature, the unlink webhook by the key.
  func push(_ app: ClientID, _ key: Secret) -> any PushVerifier {
    EitherPushVerifier(
      tokens: TokenPushVerifier(
        provider: context.name, profile: .kakao, issuers: [Self.issuer],
        audiences: restKey.map { [$0] } ?? [],
        keys: FetchedKeys(
          address: issuerEndpoint + Self.keysPath, configuration: http, clock: context.now),
        silentAfter: silentAfter),
      others: KakaoUnlinkVerifier(
        provider: context.name, appID: app.text, adminKey: key.withBytes { SecretBytes($0) }))
  }
}
