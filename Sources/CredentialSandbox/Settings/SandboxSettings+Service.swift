internal import Crypto
internal import JOSE

extension SandboxSettings {
  /// What tokens of this kind are signed by.
  var algorithm: SignatureAlgorithm {
    switch kind {
    case .apple: .rs256
    case .oidc, .introspection: oidc.algorithm
    }
  }

  /// The service of this kind; its clients sign with `clientKey` or know `clientSecret`.
  func service(
    clientKey: PublicKey, clientSecret: String
  ) throws(KeyFault) -> any ProviderService {
    switch kind {
    case .apple:
      AppleService(
        clients: clients,
        secrets: try ClientSecretRules(team: team, keyID: keyID, key: clientKey))
    case .oidc, .introspection:
      OIDCService(
        proofs: ClientProofs(
          clients: clients, secret: clientSecret, methods: oidc.methods,
          assertions: try ClientAssertionRules(keyID: keyID, key: clientKey)),
        settings: oidc, isOpenID: kind == .oidc)
    }
  }
}
