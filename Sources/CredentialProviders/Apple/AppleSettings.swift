internal import CredentialCore
internal import Crypto
internal import HTTP
internal import Linux

/// One `[provider.NAME]` section of kind `apple` or `sandbox`, read and checked.
struct AppleSettings: Sendable {
  let flavor: AppleFlavor
  let context: ProviderContext
  let team: String
  let keyID: String
  let key: PrivateKey?
  let clients: [ClientID]
  let endpoint: String
  let secretLife: Duration
  let policy: ProviderPolicy
  let http: HTTPConfiguration
  let profile: AnswerProfile
  let silentAfter: Duration?
  let transfer: AppleTransfer?

  /// Reads the section and adds every fault to it; the value is used only without faults.
  init(_ section: inout Section, _ keys: AppleKeys, _ context: ProviderContext) {
    flavor = keys.flavor
    self.context = context
    team = section.read(keys.team, placeholder: "")
    keyID = section.read(keys.keyID, placeholder: "")
    key = Self.key(&section, keys.key, context)
    clients = section.read(keys.clients, placeholder: []).compactMap { try? ClientID($0) }
    endpoint = section.read(keys.endpoint, placeholder: "")
    secretLife = section.read(keys.secretLife)
    transfer = keys.transfer.read(&section, context, from: team)
    var policy = keys.policy.read(&section, context)
    policy.transfer = transfer?.terms
    self.policy = policy
    http = HTTPKeys.read(&section, context, for: policy.rotation)
    silentAfter = section.readIfPresent(PushKeys.silentAfter)
    profile = AnswerEntries.read(&section, over: AppleProfile.builtIn)
    check(&section, keys)
  }

  /// The provider these settings describe.
  func provider() -> Provider {
    guard let key else { preconditionFailure("a provider is made only without faults") }
    let next = successor
    let secret = AppleClientSecret(
      team: team, keyID: keyID, key: key, life: secretLife, successor: next,
      from: transfer?.accepted)
    let codec = AppleLookCodec(
      endpoint: endpoint + AppleEndpoint.tokenPath, clients: Set(clients), secret: secret,
      profile: profile, transfer: transfer?.terms)
    let client = LookEngine.client(http)
    var provider = Provider(
      name: context.name, kind: flavor.rawValue, clients: clients, policy: policy,
      looker: LookEngine(codec: codec, client: client, clock: context.now),
      prober: ProbeEngine(
        codec: AppleProbe(codec: codec, clients: clients, team: team, keyID: keyID),
        configuration: http, clock: context.now),
      signIn: AppleSignIn.verifier(
        endpoint: endpoint, clients: clients, secret: secret, configuration: http,
        clock: context.now),
      push: push(), profile: profile.rows.map(\.shown), givesAccess: true)
    let place = endpoint + AppleEndpoint.revokePath
    provider.revoker = TokenRevoker(
      address: { .success(place) }, clients: Set(clients), authenticator: secret, client: client)
    if let transfer {
      provider.transfer = AppleTransferAgent(
        endpoint: endpoint, client: clients[0],
        sending: AppleTransferAgent.Team(id: team, secret: secret), target: transfer.team,
        receiving: next.map { AppleTransferAgent.Team(id: transfer.team, secret: $0) },
        configuration: http)
    }
    return provider
  }

  /// Who signs for the receiving team; nil while its key is not here.
  private var successor: AppleClientSecret? {
    guard let transfer, let key = transfer.key, let id = transfer.keyID else { return nil }
    return AppleClientSecret(team: transfer.team, keyID: id, key: key, life: secretLife)
  }

  private func check(_ section: inout Section, _ keys: AppleKeys) {
    if !team.isEmpty, team == keyID {
      section.fault(
        keys.keyID.name, "is the same as team_id; the key has an id of its own",
        at: section.position(of: keys.keyID.name))
    }
    for client in clients where client.text.hasPrefix("\(team).") && !team.isEmpty {
      section.fault(
        keys.clients.name, "must name \(client) without the team id in front",
        at: section.position(of: keys.clients.name))
    }
  }
}
