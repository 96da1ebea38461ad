internal import HTTPServer
internal import JSON

/// GitHub's check of app authorizations, and what belongs to it.
struct GitHubService: ProviderService {
  static let endpoints: [Endpoint<GitHubService>] = [
    .gitHubCheck, .gitHubDeleteToken, .gitHubDeleteGrant, .gitHubUser, .gitHubToken,
  ]

  let clients: [String]
  let secret: String
  let pushSecret: String
  let needsUserAgent = true

  func refusal(_ refusal: Refusal, to request: ServerRequest) -> Outcome {
    if request.path == GitHubNames.token { return Self.tokenRefusal(refusal) }
    switch refusal {
    case .client(let reason): return Self.message(401, "Bad credentials", reason)
    case .grant(let reason):
      return request.path == GitHubNames.user
        ? Self.message(401, "Bad credentials", reason) : Self.message(404, "Not Found", reason)
    case .request(let reason): return Self.message(422, "Validation Failed", reason)
    case .throttled(let seconds):
      var outcome = Self.message(
        429, "You have exceeded a secondary rate limit.", "throttle")
      outcome.response.headers += seconds.map { [HeaderField("Retry-After", String($0))] } ?? []
      return outcome
    }
  }

  private static func tokenRefusal(_ refusal: Refusal) -> Outcome {
    switch refusal {
    case .client(let reason): tokenError("incorrect_client_credentials", reason)
    case .grant(let reason): tokenError("bad_refresh_token", reason)
    case .request(let reason): tokenError("bad_verification_code", reason)
    case .throttled(let seconds): .throttled(seconds)
    }
  }

  /// An error of the token endpoint: a 200 all the same.
  static func tokenError(_ error: String, _ reason: String) -> Outcome {
    .failure(error, reason, status: 200, text: reason)
  }

  /// An error of the interface: a status and a message.
  static func message(_ status: Int, _ text: String, _ reason: String) -> Outcome {
    let body: JSONValue = [
      "message": .string(text), "documentation_url": "https://docs.github.com/rest",
      "status": .string(String(status)),
    ]
    return .answered(status, body, String(status), reason)
  }

  /// Authenticates the app that the path names, by Basic.
  func app(
    _ request: ServerRequest, _ next: (String) -> Outcome
  ) -> Outcome {
    let named = request.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    guard let header = ClientProofs.basic(request), let client = header.client else {
      return Self.message(401, "Requires authentication", "no Basic in Authorization")
    }
    let isRight = clients.contains { $0.utf8.elementsEqual(client.utf8) } && header.secret == secret
    var outcome: Outcome
    if !isRight {
      outcome = Self.message(401, "Bad credentials", "client id or secret is wrong")
    } else if !named.utf8.elementsEqual(client.utf8) {
      outcome = Self.message(404, "Not Found", "the path names another app")
    } else {
      outcome = next(client)
    }
    outcome.client = client
    return outcome
  }

  /// The token that a JSON body names; nil when it names none.
  static func token(_ request: ServerRequest) -> String? {
    (try? JSONValue.parse(request.body, maximumBytes: 65_536))?["access_token"]?.string
  }

  /// The live grant behind a token of an app.
  func grant(
    _ token: String, _ client: String, _ registry: Registry, _ situation: Situation
  ) -> Grant? {
    let found: Grant?
    if let (record, grant) = registry.presented(token) {
      found = record.replaced == nil && !registry.hasExpired(record) ? grant : nil
    } else {
      found = registry.access(token, now: situation.now)?.grant
    }
    return found.flatMap { $0.revokedAs == nil && $0.client == client ? $0 : nil }
  }

  /// A user as the interface tells of one.
  static func user(_ subject: String) -> JSONValue {
    ["login": .string("user-\(subject)"), "id": .integer(Int64(subject) ?? 0), "type": "User"]
  }
}
