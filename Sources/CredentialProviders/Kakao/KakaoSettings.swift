internal import CredentialCore
internal import HTTP

/// One `[provider.NAME]` section of kind `kakao`, read and checked.
struct KakaoSettings: Sendable {
  /// The kind as the configuration sees it.
  static var kind: ProviderKind {
    let keys = KakaoKeys()
    return ProviderKind(
      name: "kakao", keys: keys.documentation, answerKeys: AnswerEntries.documentation,
      policy: { keys.policy.read(&$0, $1) }
    ) { section, context in
      let settings = KakaoSettings(&section, keys, context)
      return ProviderMaker(service: settings.endpoint, clients: settings.clients) {
        settings.provider()
      }
    }
  }

  let context: ProviderContext
  let app: ClientID?
  let key: Secret?
  let endpoint: String
  let restKey: String?
  let issuerEndpoint: String
  let silentAfter: Duration?
  let sweepInterval: Duration?
  let policy: ProviderPolicy
  let http: HTTPConfiguration
  let profile: AnswerProfile

  /// Reads the section and adds every fault to it; the value is used only without faults.
  init(_ section: inout Section, _ keys: KakaoKeys, _ context: ProviderContext) {
    self.context = context
    app = try? ClientID(section.read(keys.app, placeholder: ""))
    key = keys.key.readLine(&section, context)
    endpoint = section.read(keys.endpoint)
    restKey = section.readIfPresent(keys.restKey)
    issuerEndpoint = section.read(keys.issuer)
    silentAfter = section.readIfPresent(PushKeys.silentAfter)
    sweepInterval = section.readIfPresent(keys.sweep)
    var policy = keys.policy.read(&section, context, endpoint: endpoint)
    policy.gather = section.read(keys.gather)
    self.policy = policy
    var http = HTTPKeys.read(&section, context)
    http.maximumBody = KakaoAnswer.maximumBytes
    self.http = http
    profile = AnswerEntries.read(&section, over: KakaoProfile.builtIn)
    check(&section, keys)
    checkSweep(&section, keys)
  }

  var clients: [ClientID] { app.map { [$0] } ?? [] }

  /// The provider these settings describe.
  func provider() -> Provider {
    guard let app, let key else { preconditionFailure("a provider is made only without faults") }
    let codec = KakaoLookCodec(
      endpoint: endpoint, app: app, key: key, profile: profile,
      proof: KakaoKeyProof(canaries: policy.canaries))
    return Provider(
      name: context.name, kind: Self.kind.name, clients: clients, policy: policy,
      looker: BatchLookEngine(codec: codec, configuration: http, clock: context.now),
      enrolment: EnrolmentRules(needsToken: false, problem: NumericUserID.problem),
      prober: ProbeEngine(
        codec: KakaoProbe(codec: codec), configuration: http, clock: context.now),
      push: push(app, key),
      sweep: sweepInterval.map {
        KakaoSweeper(
          codec: KakaoListCodec(looks: codec), interval: $0, configuration: http,
          clock: context.now)
      },
      profile: profile.rows.map(\.shown))
  }

  private func check(_ section: inout Section, _ keys: KakaoKeys) {
    for canary in policy.canaries {
      guard let problem = NumericUserID.problem(canary) else { continue }
      let name = keys.policy.canaries.name
      section.fault(
        name, "names \(canary), which \(problem)", at: section.position(of: name))
    }
  }

  /// The shortest time between two sweeps of Kakao's list.
  private static let shortestSweep: Duration = .seconds(3600)

  private func checkSweep(_ section: inout Section, _ keys: KakaoKeys) {
    guard let interval = sweepInterval, interval < Self.shortestSweep,
      !Endpoint.isLoopback(endpoint)
    else { return }
    let name = keys.sweep.name
    section.fault(
      name,
      "is \(DurationText.text(of: interval)); less than 1h is allowed before a loopback endpoint only",
      at: section.position(of: name))
  }
}
