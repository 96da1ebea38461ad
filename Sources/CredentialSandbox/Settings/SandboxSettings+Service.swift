internal import Crypto
internal import JOSE

extension SandboxSettings {
  /// What tokens of this kind are signed by.
  var algorithm: SignatureAlgorithm {
    switch kind {
    case .oidc, .introspection: oidc.algorithm
    case .apple, .kakao, .google, .github: .rs256
    }
  }

  /// The service of this kind.
  func service(_ secrets: SandboxSecrets) throws(KeyFault) -> any ProviderService {
    switch kind {
    case .apple:
      return AppleService(
        clients: clients,
        secrets: try ClientSecretRules(team: team, keyID: keyID, key: secrets.clientKey))
    case .kakao:
      return KakaoService(
        clients: clients, secret: secrets.client, adminKey: secrets.admin, settings: kakao)
    case .google:
      return GoogleService(clients: clients, secret: secrets.client, settings: google)
    case .github: return GitHubService(clients: clients, secret: secrets.client)
    case .oidc, .introspection:
      return OIDCService(
        proofs: ClientProofs(
          clients: clients, secret: secrets.client, methods: oidc.methods,
          assertions: try ClientAssertionRules(keyID: keyID, key: secrets.clientKey)),
        settings: oidc, isOpenID: kind == .oidc)
    }
  }
}
