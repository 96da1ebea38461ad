internal import CredentialCore
internal import Crypto
internal import HTTP

/// One `[provider.NAME]` section of kind `oidc`, read and checked.
struct OIDCSettings: Sendable {
  let context: ProviderContext
  let issuer: String
  let clients: [ClientID]
  let look: OIDCKeys.LookMethod
  let rules: MetadataRules
  let tokenEndpoint: String?
  let introspectionEndpoint: String?
  let keysAddress: String?
  let algorithms: [SignatureAlgorithm]
  let authentication: ClientAuthentication?
  let policy: ProviderPolicy
  let http: HTTPConfiguration
  let profile: AnswerProfile
  let silentAfter: Duration?
  /// When what the clients prove themselves with ends.
  let expiries: [Expiry]

  /// Reads the section and adds every fault to it; the value is used only without faults.
  init(_ section: inout Section, _ keys: OIDCKeys, _ context: ProviderContext) {
    self.context = context
    issuer = section.read(keys.issuer, placeholder: "")
    clients = section.read(keys.clients, placeholder: []).compactMap { try? ClientID($0) }
    look = OIDCKeys.LookMethod(rawValue: section.read(keys.look)) ?? .refresh
    tokenEndpoint = section.readIfPresent(keys.tokenEndpoint)
    introspectionEndpoint = section.readIfPresent(keys.introspectionEndpoint)
    keysAddress = section.readIfPresent(keys.keysAddress)
    algorithms = section.read(keys.algorithms).compactMap(SignatureAlgorithm.init(rawValue:))
    silentAfter = section.readIfPresent(PushKeys.silentAfter)
    let read = keys.authentication.read(&section, context, issuer: issuer)
    authentication = read?.authentication
    expiries = read?.expiries ?? []
    let hosts = section.read(keys.hosts)
    rules = MetadataRules(
      issuer: issuer, hosts: Set(hosts.map { ServerAddress.host(of: "https://\($0)") }),
      form: MetadataRules.Form(rawValue: section.read(keys.discovery)) ?? .openID,
      prefersCertificateAliases: read?.identity != nil)
    var policy = keys.readPolicy(
      &section, context, [issuer, tokenEndpoint, introspectionEndpoint].compactMap { $0 }, hosts)
    // Introspection uses no token up.
    if look == .introspection, policy.rotation.isRotating { policy.rotation = .none }
    self.policy = policy
    var http = HTTPKeys.read(&section, context, for: policy.rotation)
    http.identity = read?.identity
    self.http = http
    profile = AnswerEntries.read(
      &section, over: look == .refresh ? OIDCProfile.builtIn : IntrospectionProfile.builtIn)
  }

  /// The provider these settings describe.
  func provider() -> Provider {
    guard let authentication else { preconditionFailure("a provider is made only without faults") }
    let client = LookEngine.client(http)
    let source =
      configured == nil
      ? MetadataSource(
        rules: rules, client: client, usesProxy: http.usesProxy(for: rules.address),
        clock: context.now) : nil
    let keys = ServerKeys(
      rules: rules, keys: keysAddress, tokenEndpoint: tokenEndpoint, configuration: http,
      clock: context.now)
    let engine = LookEngine(
      codec: codec(source, authentication), client: client, clock: context.now)
    var provider = Provider(
      name: context.name, kind: OIDCKind.name, clients: clients, policy: policy,
      looker: looker(source, engine), prober: prober(authentication),
      signIn: ServerSignIn.verifier(identityRules, authentication, keys: keys), push: push(keys),
      profile: profile.rows.map(\.shown), givesAccess: look == .refresh)
    provider.revoker = TokenRevoker(
      address: { await keys.revocation() }, clients: Set(clients),
      authenticator: ServerAuthenticator(
        authentication: authentication, endpoint: keys.tokenEndpoint),
      client: keys.client)
    return provider
  }

  private func looker(_ source: MetadataSource?, _ engine: LookEngine) -> any Looker {
    if let source { DiscoveredLooker(source: source, engine: engine) } else { engine }
  }

  /// The address of the endpoint that looks use, when it is configured.
  private var configured: String? {
    look == .refresh ? tokenEndpoint : introspectionEndpoint
  }

  private func prober(_ authentication: ClientAuthentication) -> any Prober {
    guard configured == nil else {
      return ProbeEngine(
        codec: probe(nil, authentication), configuration: http, clock: context.now)
    }
    return DiscoveredProber(
      rules: rules, configuration: http, clock: context.now, clients: clients.count,
      codec: { probe($0, authentication) })
  }
}

extension OIDCSettings {
  private func codec(
    _ source: MetadataSource?, _ authentication: ClientAuthentication
  ) -> any LookCodec {
    switch look {
    case .refresh: refresh(source, authentication)
    case .introspection: introspection(source, authentication)
    }
  }

  private func probe(
    _ source: MetadataSource?, _ authentication: ClientAuthentication
  ) -> any ProbeCodec {
    let proof = "sent with authentication \(authentication.word)"
    switch look {
    case .refresh:
      return RefreshProbe(codec: refresh(source, authentication), clients: clients, proof: proof)
    case .introspection:
      return IntrospectionProbe(
        codec: introspection(source, authentication), clients: clients, proof: proof)
    }
  }

  private func refresh(
    _ source: MetadataSource?, _ authentication: ClientAuthentication
  ) -> RefreshLookCodec {
    RefreshLookCodec(
      address: address(tokenEndpoint, source, .token) ?? .configured(issuer),
      clients: Set(clients), authentication: authentication, profile: profile,
      identity: RefreshedIdentity(issuers: [issuer]))
  }

  private func introspection(
    _ source: MetadataSource?, _ authentication: ClientAuthentication
  ) -> IntrospectionLookCodec {
    IntrospectionLookCodec(
      address: address(introspectionEndpoint, source, .introspection) ?? .configured(issuer),
      clients: Set(clients),
      caller: .client(authentication, tokenEndpoint: address(tokenEndpoint, source, .token)),
      profile: profile, subjectMember: "sub")
  }

  /// Where an endpoint lies; nil only for one that no look needs.
  private func address(
    _ configured: String?, _ source: MetadataSource?, _ name: EndpointAddress.Name
  ) -> EndpointAddress? {
    if let configured { return .configured(configured) }
    return source.map { EndpointAddress.discovered($0, name) }
  }
}
