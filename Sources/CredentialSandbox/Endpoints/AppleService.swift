internal import Crypto
internal import HTTPServer
internal import JSON

/// The endpoints of Sign in with Apple as their documentation describes them, without faults.
struct AppleService: Sendable {
  let clients: [String]
  let secrets: ClientSecretRules
  let issuer: TokenIssuer

  /// Answers one request at `now` (seconds since 1970) out of, and into, `registry`.
  func answer(_ request: ServerRequest, _ registry: inout Registry, now: Int64) -> Outcome {
    guard request.values(of: "User-Agent").contains(where: { !$0.isEmpty }) else {
      return .page(403, "Forbidden", "no-user-agent")
    }
    switch (request.method, request.path) {
    case ("POST", AppleNames.token):
      return form(request, now) { token($0, $1, &registry, now) }
    case ("POST", AppleNames.revoke):
      return form(request, now) { revoke($0, $1, &registry) }
    case ("GET", AppleNames.keys):
      return .success(issuer.keySet())
    case (_, AppleNames.token), (_, AppleNames.revoke), (_, AppleNames.keys):
      return .page(405, "Method Not Allowed", "method")
    default:
      return .page(404, "Not Found", "no-such-path")
    }
  }

  /// Reads the form and authenticates the client, which comes before anything about a grant.
  private func form(
    _ request: ServerRequest, _ now: Int64, _ next: (FormFields, String) -> Outcome
  ) -> Outcome {
    guard let fields = Self.fields(request) else {
      return .failure(.invalidRequest, "the body is not application/x-www-form-urlencoded")
    }
    if let name = fields.duplicate {
      return .failure(.invalidRequest, "a parameter came twice: \(name.prefix(40))")
    }
    guard let client = fields["client_id"] else {
      return .failure(.invalidRequest, "client_id is missing")
    }
    var outcome = authenticated(fields, client, now) ?? next(fields, client)
    outcome.client = client
    return outcome
  }

  private func authenticated(_ fields: FormFields, _ client: String, _ now: Int64) -> Outcome? {
    guard let secret = fields["client_secret"] else {
      return .failure(.invalidRequest, "client_secret is missing")
    }
    guard clients.contains(where: { $0.utf8.elementsEqual(client.utf8) }) else {
      return .failure(.invalidClient, "client_id is not registered")
    }
    return secrets.fault(in: secret, for: client, now: now).map { .failure(.invalidClient, $0) }
  }

  /// The fields of the form; nil for another media type or a body that cannot be decoded.
  static func fields(_ request: ServerRequest) -> FormFields? {
    let types = request.values(of: "Content-Type")
    guard types.count == 1, let type = types[0].split(separator: ";").first,
      type.lowercased().filter({ $0 != " " }) == "application/x-www-form-urlencoded"
    else { return nil }
    return FormFields(request.body)
  }

  /// An outcome that our own failing cryptography would make a 500.
  func guarded(_ body: () throws(CryptoError) -> Outcome) -> Outcome {
    do throws(CryptoError) { return try body() } catch {
      var outcome = Outcome.page(500, "Internal Server Error", "sandbox-failure")
      outcome.reason = error.description
      return outcome
    }
  }
}
