internal import CredentialCore
internal import Crypto
internal import HTTP

/// One `[provider.NAME]` section of kind `github`, read and checked.
struct GitHubSettings: Sendable {
  /// The kind as the configuration sees it.
  static var kind: ProviderKind {
    let keys = GitHubKeys()
    return ProviderKind(
      name: "github", keys: keys.documentation, answerKeys: AnswerEntries.documentation,
      policy: { keys.policy.read(&$0, $1) }
    ) { section, context in
      let settings = GitHubSettings(&section, keys, context)
      return ProviderMaker(service: settings.endpoint, clients: settings.clients) {
        settings.provider()
      }
    }
  }

  let context: ProviderContext
  let client: ClientID?
  let secret: Secret?
  let webhook: Secret?
  let silentAfter: Duration?
  let endpoint: String
  let policy: ProviderPolicy
  let http: HTTPConfiguration
  let profile: AnswerProfile

  /// Reads the section and adds every fault to it; the value is used only without faults.
  init(_ section: inout Section, _ keys: GitHubKeys, _ context: ProviderContext) {
    self.context = context
    client = try? ClientID(section.read(keys.client, placeholder: ""))
    secret = keys.secret.readLine(&section, context)
    webhook = keys.webhook.readLine(&section, context, isRequired: false)
    silentAfter = section.readIfPresent(PushKeys.silentAfter)
    endpoint = section.read(keys.endpoint)
    policy = keys.policy.read(&section, context, endpoint: endpoint)
    http = HTTPKeys.read(&section, context)
    profile = AnswerEntries.read(&section, over: GitHubProfile.builtIn)
  }

  var clients: [ClientID] { client.map { [$0] } ?? [] }

  /// The provider these settings describe.
  func provider() -> Provider {
    guard let client, let secret else {
      preconditionFailure("a provider is made only without faults")
    }
    let codec = GitHubLookCodec(
      endpoint: endpoint, client: client, secret: secret, profile: profile)
    return Provider(
      name: context.name, kind: Self.kind.name, clients: clients, policy: policy,
      looker: LookEngine(codec: codec, configuration: http, clock: context.now),
      enrolment: EnrolmentRules(problem: NumericUserID.problem),
      prober: ProbeEngine(
        codec: GitHubProbe(codec: codec), configuration: http, clock: context.now),
      push: push(),
      profile: profile.rows.map(\.shown))
  }

  /// Who verifies the app's webhook; nil without its secret.
  private func push() -> (any PushVerifier)? {
    guard let webhook else { return nil }
    return GitHubPushVerifier(
      provider: context.name, secret: webhook.withBytes { SecretBytes($0) },
      silentAfter: silentAfter)
  }
}
