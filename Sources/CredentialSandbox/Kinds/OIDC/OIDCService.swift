internal import HTTPServer

/// An OpenID provider, or an OAuth server without OpenID.
struct OIDCService: ProviderService {
  static let endpoints: [Endpoint<OIDCService>] = [
    .oidcDiscovery, .oidcMetadata, .oidcKeys, .oidcToken, .oidcIntrospection, .oidcRevocation,
    .oidcUserInfo, .oidcUserInfoByPost,
  ]

  /// The life of an identity token, in seconds.
  static let identityLife: Int64 = 600

  let proofs: ClientProofs
  let settings: OIDCSettings
  /// Whether it gives identity tokens.
  let isOpenID: Bool

  /// The issuer's address.
  func issuer(_ situation: Situation) -> String { settings.issuer ?? situation.base }

  func refusal(_ refusal: Refusal, to request: ServerRequest) -> Outcome {
    switch (refusal, request.path) {
    case (.client(let reason), _): return ClientProofs.refusal(reason, basic: false)
    case (.grant(let reason), OIDCNames.introspection): return Self.inactive(reason)
    case (.grant(let reason), OIDCNames.userInfo): return Self.badToken(reason)
    case (.grant(let reason), _): return .failure(.invalidGrant, reason)
    case (.request(let reason), _): return .failure(.invalidRequest, reason)
    case (.throttled(let seconds), _):
      var outcome = Outcome.failure("slow_down", "throttle", status: 429)
      outcome.response.headers += seconds.map { [HeaderField("Retry-After", String($0))] } ?? []
      return outcome
    }
  }

  /// Reads the form and authenticates the client.
  func form(
    _ request: ServerRequest, _ registry: inout Registry, _ situation: Situation,
    _ next: (FormFields, String, inout Registry) -> Outcome
  ) -> Outcome {
    let issuer = issuer(situation)
    return FormFields.of(request) { fields in
      proofs.of(
        request, fields, &registry, situation,
        audiences: [issuer, situation.base + OIDCNames.token, situation.base + request.path]
      ) { next(fields, $0, &$1) }
    }
  }
}
