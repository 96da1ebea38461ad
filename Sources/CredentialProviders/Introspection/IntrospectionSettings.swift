internal import CredentialCore
internal import HTTP

/// One `[provider.NAME]` section of kind `introspection`, read and checked.
struct IntrospectionSettings: Sendable {
  let context: ProviderContext
  let endpoint: String
  let clients: [ClientID]
  let caller: IntrospectionCaller?
  let subjectMember: String
  let policy: ProviderPolicy
  let http: HTTPConfiguration
  let profile: AnswerProfile

  /// Reads the section and adds every fault to it; the value is used only without faults.
  init(_ section: inout Section, _ keys: IntrospectionKeys, _ context: ProviderContext) {
    self.context = context
    endpoint = section.read(keys.endpoint, placeholder: "")
    clients = section.read(keys.clients, placeholder: []).compactMap { try? ClientID($0) }
    caller = keys.readCaller(&section, context)
    subjectMember = section.read(keys.subjectMember)
    policy = keys.policy.read(&section, context, endpoint: endpoint)
    http = HTTPKeys.read(&section, context)
    profile = AnswerEntries.read(&section, over: IntrospectionProfile.builtIn)
  }

  /// The provider these settings describe.
  func provider() -> Provider {
    guard let caller else { preconditionFailure("a provider is made only without faults") }
    let codec = IntrospectionLookCodec(
      address: .configured(endpoint), clients: Set(clients), caller: caller, profile: profile,
      subjectMember: subjectMember)
    let probe = IntrospectionProbe(
      codec: codec, clients: clients, proof: "asked as \(caller.word)")
    return Provider(
      name: context.name, kind: IntrospectionKind.name, clients: clients, policy: policy,
      looker: LookEngine(codec: codec, configuration: http, clock: context.now),
      prober: ProbeEngine(codec: probe, configuration: http, clock: context.now),
      profile: profile.rows.map(\.shown))
  }
}
