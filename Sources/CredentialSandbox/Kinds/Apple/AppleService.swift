internal import HTTPServer

/// Sign in with Apple.
struct AppleService: ProviderService {
  static let endpoints: [Endpoint<AppleService>] = [
    .appleToken, .appleRevoke, .appleKeys, .appleMigration,
  ]

  /// The life of an identity token, in seconds.
  static let identityLife: Int64 = 86_400

  let clients: [String]
  /// The team that the app belongs to, and after a transfer the one that sent it.
  let sending: ClientSecretRules
  /// The team that a transfer gives the app to.
  let receiving: ClientSecretRules
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

  /// Reads the form and authenticates the client, which comes before anything about a grant; hands
  /// on the form, the client and the team.
  func form(
    _ request: ServerRequest, _ transfer: TeamTransfer?, _ situation: Situation,
    _ next: (FormFields, String, String) -> Outcome
  ) -> Outcome {
    FormFields.of(request) { fields in
      guard let client = fields["client_id"] else {
        return .failure(.invalidRequest, "client_id is missing")
      }
      var outcome = answer(fields, client, transfer, situation.now, next)
      outcome.client = client
      return outcome
    }
  }

  private func answer(
    _ fields: FormFields, _ client: String, _ transfer: TeamTransfer?, _ now: Int64,
    _ next: (FormFields, String, String) -> Outcome
  ) -> Outcome {
    guard let secret = fields["client_secret"] else {
      return .failure(.invalidRequest, "client_secret is missing")
    }
    guard clients.contains(where: { $0.utf8.elementsEqual(client.utf8) }) else {
      return .failure(.invalidClient, "client_id is not registered")
    }
    let rules = teams(transfer, now)
    let faults = rules.compactMap { $0.fault(in: secret, for: client, now: now) }
    guard let fault = faults.first, faults.count == rules.count else {
      let good = rules.first { $0.fault(in: secret, for: client, now: now) == nil }
      return next(fields, client, good?.team ?? "")
    }
    return .failure(.invalidClient, fault)
  }

  /// The teams whose secrets are good: both in the days of a transfer.
  private func teams(_ transfer: TeamTransfer?, _ now: Int64) -> [ClientSecretRules] {
    guard let transfer, transfer.isAccepted else { return [sending] }
    return transfer.isOver(now) ? [receiving] : [sending, receiving]
  }
}
