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

  /// Whether clients are asked for a certificate.
  var asksForCertificates: Bool {
    [.oidc, .introspection].contains(kind) && oidc.methods.contains(.tlsClientAuth)
  }

  /// The service of this kind.
  func service(_ secrets: SandboxSecrets) throws(KeyFault) -> any ProviderService {
    switch kind {
    case .apple:
      return AppleService(
        clients: clients,
        sending: try ClientSecretRules(team: team, keyID: keyID, key: secrets.clientKey),
        receiving: try ClientSecretRules(
          team: receivingTeam, keyID: receivingKeyID, key: secrets.receivingKey))
    case .kakao:
      return KakaoService(
        clients: clients, secret: secrets.client, adminKey: secrets.admin, settings: kakao)
    case .google:
      return GoogleService(clients: clients, secret: secrets.client, settings: google)
    case .github:
      return GitHubService(clients: clients, secret: secrets.client, pushSecret: secrets.push)
    case .oidc, .introspection:
      return OIDCService(
        proofs: ClientProofs(
          clients: clients, secret: secrets.client, methods: oidc.methods,
          certificate: PEMBody.bytes(of: secrets.certificate),
          assertions: try ClientAssertionRules(keyID: keyID, key: secrets.clientKey)),
        settings: oidc, isOpenID: kind == .oidc)
    }
  }
}
