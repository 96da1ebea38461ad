internal import HTTPServer

/// Sign in with Apple.
struct AppleService: ProviderService {
  static let endpoints: [Endpoint<AppleService>] = [.appleToken, .appleRevoke, .appleKeys]

  /// The life of an identity token, in seconds.
  static let identityLife: Int64 = 86_400

  let clients: [String]
  let secrets: ClientSecretRules
  let issuer = TokenIssuer(issuer: AppleNames.issuer, identityLife: Self.identityLife)
  let needsUserAgent = true

  func refusal(_ refusal: Refusal, to request: ServerRequest) -> Outcome {
    switch refusal {
    case .client(let reason): .failure(.invalidClient, reason)
    case .grant(let reason): .failure(.invalidGrant, reason)
    case .request(let reason): .failure(.invalidRequest, reason)
    case .throttled(let seconds): .throttled(seconds)
    }
  }

  /// Reads the form and authenticates the client, which comes before anything about a grant.
  func form(
    _ request: ServerRequest, _ situation: Situation, _ next: (FormFields, String) -> Outcome
  ) -> Outcome {
    FormFields.of(request) { fields in
      guard let client = fields["client_id"] else {
        return .failure(.invalidRequest, "client_id is missing")
      }
      var outcome = refused(fields, client, situation.now) ?? next(fields, client)
      outcome.client = client
      return outcome
    }
  }

  private func refused(_ fields: FormFields, _ client: String, _ now: Int64) -> Outcome? {
    guard let secret = fields["client_secret"] else {
      return .failure(.invalidRequest, "client_secret is missing")
    }
    guard clients.contains(where: { $0.utf8.elementsEqual(client.utf8) }) else {
      return .failure(.invalidClient, "client_id is not registered")
    }
    return secrets.fault(in: secret, for: client, now: now).map { .failure(.invalidClient, $0) }
  }
}
