internal import CredentialCore
internal import HTTP
internal import JOSE
internal import Linux

/// The keys of a server's issuer and its token endpoint, found when the first token has to be verified.
/// Sign-ins and pushes share them, over a client that is not the looks' own.
final class ServerKeys: TokenKeys {
  let client: Result<HTTPClient, HTTPSetupError>
  /// Where codes are exchanged.
  let tokenEndpoint: EndpointAddress
  /// Where tokens are taken back.
  private let revocationEndpoint: EndpointAddress
  private let metadata: MetadataSource
  private let keysAddress: EndpointAddress
  private let source: MetadataSource?
  private let clock: @Sendable () -> Moment
  private let known = Lock<(address: String, keys: IssuerKeys)?>(nil)

  /// Takes what is configured, and asks the server's metadata by `rules` for the rest.
  init(
    rules: MetadataRules, keys: String?, tokenEndpoint: String?, configuration: HTTPConfiguration,
    clock: @escaping @Sendable () -> Moment
  ) {
    var configuration = configuration
    configuration.maximumBody = max(configuration.maximumBody, KeySet.maximumBytes)
    let client = LookEngine.client(configuration)
    let source = MetadataSource(
      rules: rules, client: client, usesProxy: configuration.usesProxy(for: rules.address),
      clock: clock)
    (self.client, self.clock) = (client, clock)
    metadata = source
    revocationEndpoint = .discovered(source, .revocation)
    self.source = keys != nil && tokenEndpoint != nil ? nil : source
    keysAddress = keys.map { .configured($0) } ?? .discovered(source, .keys)
    self.tokenEndpoint = tokenEndpoint.map { .configured($0) } ?? .discovered(source, .token)
  }

  func verify(_ token: CompactJWS, _ rules: SignatureRules) async -> IssuerKeys.Verdict {
    switch await issuerKeys() {
    case .success(let keys): return await keys.verify(token, rules)
    case .failure(let fault):
      return .unavailable(
        KeysUnavailable(
          until: clock().milliseconds / 1000 + 30, description: fault.probe.detail))
    }
  }

  func close() { if case .success(let client) = client { client.close() } }

  /// The keys and the token endpoint, or why they are not known.
  func places() async -> Result<OpenIDPlaces, MetadataFault> {
    switch await issuerKeys() {
    case .failure(let fault): return .failure(fault)
    case .success(let keys):
      return tokenEndpoint.current().map { OpenIDPlaces(keys: keys, tokenEndpoint: $0) }
    }
  }

  /// Where tokens are taken back, as the server's metadata says.
  func revocation() async -> Result<String, MetadataFault> {
    await metadata.prepare(now: clock())
    return revocationEndpoint.current()
  }

  private func issuerKeys() async -> Result<IssuerKeys, MetadataFault> {
    await source?.prepare(now: clock())
    switch (client, keysAddress.current()) {
    case (.failure(let error), _): return .failure(MetadataFault(error))
    case (_, .failure(let fault)): return .failure(fault)
    case (.success(let client), .success(let address)): return .success(keys(at: address, client))
    }
  }

  /// One cache for each address; a document that names another one begins anew.
  private func keys(at address: String, _ client: HTTPClient) -> IssuerKeys {
    known.withLock { known in
      if let known, known.address == address { return known.keys }
      let keys = IssuerKeys(address: address, client: client, clock: clock)
      known = (address, keys)
      return keys
    }
  }
}
