internal import CredentialCore
internal import HTTP

/// One `[provider.NAME]` section of kind `google`, read and checked.
struct GoogleSettings: Sendable {
  /// Who issues identity tokens, in both spellings that Google uses.
  static let issuers = ["https://accounts.google.com", "accounts.google.com"]

  let context: ProviderContext
  let clients: [ClientID]
  let secret: Secret?
  let endpoint: String
  let keysAddress: String
  let policy: ProviderPolicy
  let http: HTTPConfiguration
  let profile: AnswerProfile
  let silentAfter: Duration?

  /// Reads the section and adds every fault to it; the value is used only without faults.
  init(_ section: inout Section, _ keys: GoogleKeys, _ context: ProviderContext) {
    self.context = context
    clients = section.read(keys.clients, placeholder: []).compactMap { try? ClientID($0) }
    secret = keys.secret.readLine(&section, context)
    endpoint = section.read(keys.endpoint)
    keysAddress = section.read(keys.keysAddress)
    silentAfter = section.readIfPresent(PushKeys.silentAfter)
    policy = keys.policy.read(&section, context, endpoint: endpoint)
    http = HTTPKeys.read(&section, context)
    profile = AnswerEntries.read(&section, over: GoogleProfile.builtIn)
  }

  /// The provider these settings describe.
  func provider() -> Provider {
    guard let secret else { preconditionFailure("a provider is made only without faults") }
    let codec = RefreshLookCodec(
      address: .configured(endpoint), clients: Set(clients), authentication: .post(secret),
      profile: profile, identity: RefreshedIdentity(issuers: Self.issuers))
    let probe = RefreshProbe(
      codec: codec, clients: clients, proof: "sent with the client secret of the configuration")
    return Provider(
      name: context.name, kind: GoogleKind.name, clients: clients, policy: policy,
      looker: LookEngine(codec: codec, configuration: http, clock: context.now),
      prober: ProbeEngine(codec: probe, configuration: http, clock: context.now),
      signIn: OpenIDSignIn(
        rules: IdentityTokenRules(issuers: Self.issuers, clients: clients),
        authenticator: ServerAuthenticator(
          authentication: .post(secret), endpoint: .configured(endpoint)),
        configuration: http, keysAddress: keysAddress, tokenEndpoint: endpoint, clock: context.now),
      push: push(), tokenNames: GoogleTokenNames.names, profile: profile.rows.map(\.shown),
      givesAccess: true)
  }

  /// Who verifies Cross-Account Protection's events.
  private func push() -> any PushVerifier {
    TokenPushVerifier(
      provider: context.name, profile: .google, issuers: [Self.issuers[0]],
      audiences: clients.map(\.text),
      keys: FetchedKeys(address: keysAddress, configuration: http, clock: context.now),
      silentAfter: silentAfter)
  }
}
