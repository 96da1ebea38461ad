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

  /// Reads the section and adds every fault to it; the value is used only without faults.
  init(_ section: inout Section, _ keys: AppleKeys, _ context: ProviderContext) {
    flavor = keys.flavor
    self.context = context
    team = section.read(keys.team, placeholder: "")
    keyID = section.read(keys.keyID, placeholder: "")
    key = Self.key(&section, keys, context)
    clients = section.read(keys.clients, placeholder: []).compactMap { try? ClientID($0) }
    endpoint = section.read(keys.endpoint, placeholder: "")
    secretLife = section.read(keys.secretLife)
    policy = Self.policy(&section, keys, context)
    http = HTTPKeys.read(&section, context)
    profile = AnswerEntries.read(&section, over: AppleProfile.builtIn)
    check(&section, keys)
  }

  /// The provider these settings describe.
  func provider() -> Provider {
    guard let key else { preconditionFailure("a provider is made only without faults") }
    let secret = AppleClientSecret(team: team, keyID: keyID, key: key, life: secretLife)
    let codec = AppleLookCodec(
      endpoint: endpoint + AppleEndpoint.tokenPath, clients: Set(clients), secret: secret,
      profile: profile)
    return Provider(
      name: context.name, kind: flavor.rawValue, clients: clients, policy: policy,
      looker: LookEngine(codec: codec, configuration: http, clock: context.now),
      prober: ProbeEngine(
        codec: AppleProbe(codec: codec, clients: clients, team: team, keyID: keyID),
        configuration: http, clock: context.now),
      profile: profile.rows.map(\.shown))
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

  /// Reads what governs looks and verdicts.
  static func policy(
    _ section: inout Section, _ keys: AppleKeys, _ context: ProviderContext
  ) -> ProviderPolicy {
    let interval = section.read(keys.interval)
    let confirmAfter = section.read(keys.confirmAfter)
    return ProviderPolicy(
      deadToken: ProviderPolicy.DeadToken(rawValue: section.read(keys.deadToken)) ?? .revoke,
      mode: context.mode, hasBaseline: context.hasBaseline, interval: interval,
      confirmAfter: confirmAfter,
      brake: BrakeLimits(
        minimum: section.readIfPresent(keys.brakeMinimum),
        perHour: section.readIfPresent(keys.brakePerHour),
        perDay: section.readIfPresent(keys.brakePerDay)),
      evidenceDay: keys.flavor.evidenceDay(interval: interval),
      budgetPeriod: keys.flavor.budgetPeriod, looksPerSecond: section.read(keys.perSecond),
      inFlight: section.read(keys.inFlight), catchUp: keys.flavor.catchUp,
      looksAfterRevocation: keys.flavor.looksAfterRevocation(interval: interval),
      staleAfter: staleAfter(&section, keys, least: interval + confirmAfter),
      canaries: section.read(keys.canaries).compactMap { try? Subject($0) })
  }

  private static func staleAfter(
    _ section: inout Section, _ keys: AppleKeys, least: Duration
  ) -> Duration? {
    guard let given = section.readIfPresent(keys.staleAfter) else { return nil }
    guard given < least else { return given }
    section.fault(
      keys.staleAfter.name,
      "is \(DurationText.text(of: given)); allowed is interval + confirm_after, here "
        + "\(DurationText.text(of: least)), to 365d",
      at: section.position(of: keys.staleAfter.name))
    return nil
  }
}
