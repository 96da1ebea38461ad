internal import CredentialCore
internal import Crypto
internal import HTTP
internal import HTTPServer
internal import JOSE
internal import JSON
internal import Linux
internal import Testing

@testable internal import CredentialProviders

/// An OpenID issuer on this machine: keys, tokens that it signs, and a token endpoint whose answers a
/// test sets.
final class SignInIssuer: Sendable {
  static let name = "https://issuer.example"
  static let (app, web) = ("com.example.app", "com.example.web")
  static let now: Int64 = 1_700_000_000

  /// What it answers next, and what it was asked.
  struct State {
    var keys = ServerResponse(status: 503)
    var tokens = ServerResponse(status: 503)
    var forms: [String] = []
    var keyRequests = 0
  }

  private let state = Lock(State())
  private let server: WebServer
  private let key: PrivateKey
  let verifier: OpenIDSignIn

  init(quirks: (inout IdentityTokenRules) -> Void = { _ in }) throws {
    let state = self.state
    server = try WebServer(configuration: WebServerConfiguration(address: "127.0.0.1")) {
      request, responder in
      responder.send(state.withLock { $0.answer(request) })
    }
    var configuration = HTTPConfiguration(userAgent: "credstate-test/1")
    configuration.allowsPlainText = true
    (configuration.connectTimeout, configuration.totalTimeout) = (.seconds(300), .seconds(300))
    key = try .generateRSA()
    var rules = IdentityTokenRules(
      issuers: [Self.name], clients: [try ClientID(Self.app), try ClientID(Self.web)])
    quirks(&rules)
    let address = "http://127.0.0.1:\(server.port)"
    verifier = OpenIDSignIn(
      rules: rules, authenticator: Password(), configuration: configuration,
      keysAddress: address + "/keys", tokenEndpoint: address + "/token"
    ) { Moment(milliseconds: Self.now * 1000) }
    let members = try JSONWebKey.members(
      of: key.publicKey(), id: Self.keyID, algorithm: .rs256)
    publish(.object(JSONObject([("keys", .array([.object(members)]))])))
  }

  static let keyID = KeyID("one")

  /// How the clients of the issuer prove themselves.
  private struct Password: ClientAuthenticator {
    func prove(
      _ client: ClientID, in form: inout FormText, _ fields: inout [HTTPField], now: Moment
    ) throws(CryptoError) { form.add("client_secret", "of \(client)".utf8) }
  }

  /// The forms that were posted to the token endpoint.
  var forms: [String] { state.withLock { $0.forms } }

  /// How often the keys were fetched.
  var keyRequests: Int { state.withLock { $0.keyRequests } }

  func stop() async { await server.stop(grace: .zero) }

  /// Takes the keys away.
  func hideKeys() { state.withLock { $0.keys = ServerResponse(status: 503) } }

  /// Answers the next codes with a JSON document.
  func answer(_ status: Int, _ document: JSONObject) {
    let body = JSONValue.object(document).encoded()
    answer(status, type: "application/json", body)
  }

  /// The same with any body.
  func answer(_ status: Int, type: String, _ body: String) {
    let response = ServerResponse(
      status: status, headers: [HeaderField("Content-Type", type)], body: Array(body.utf8))
    state.withLock { $0.tokens = response }
  }

  /// Answers the next codes with tokens; the identity token has these claims beside the usual ones.
  func give(refresh: String? = "r.1", _ change: [(String, JSONValue?)] = []) throws {
    var document = JSONObject([("access_token", "a.1"), ("token_type", "Bearer")])
    document["refresh_token"] = refresh.map { .string($0) }
    document["id_token"] = .string(try token(change))
    answer(200, document)
  }

  /// An identity token of the issuer.
  func token(_ change: [(String, JSONValue?)] = [], type: String? = nil) throws -> String {
    try TokenSigner(key: key, algorithm: .rs256, keyID: Self.keyID, type: type)
      .token(Self.claims(change))
  }

  static func claims(_ change: [(String, JSONValue?)]) -> JSONObject {
    var claims = JSONObject([
      ("iss", .string(name)), ("aud", .string(app)), ("sub", "001.a.1"), ("iat", .integer(now)),
      ("exp", .integer(now + 600)),
    ])
    for (name, value) in change { claims[name] = value }
    return claims
  }

  /// Hands a sign-in over.
  func verify(
    _ fill: (inout SignInHandover) throws -> Void
  ) async throws -> Result<VerifiedSignIn, SignInRefusal> {
    var handover = SignInHandover()
    try fill(&handover)
    do throws(SignInRefusal) {
      return .success(
        try await verifier.verify(handover, now: Moment(milliseconds: Self.now * 1000)))
    } catch {
      return .failure(error)
    }
  }

  /// Hands a token over.
  func verify(_ token: String) async throws -> Result<VerifiedSignIn, SignInRefusal> {
    try await verify { $0.identityToken = Secret(Array(token.utf8)) }
  }

  private func publish(_ keys: JSONValue) {
    let response = ServerResponse(
      status: 200, headers: [HeaderField("Content-Type", "application/json")],
      body: Array(keys.encoded().utf8))
    state.withLock { $0.keys = response }
  }
}

extension SignInIssuer.State {
  fileprivate mutating func answer(_ request: ServerRequest) -> ServerResponse {
    guard request.path == "/token" else {
      keyRequests += 1
      return keys
    }
    forms.append(String(decoding: request.body, as: UTF8.self))
    return tokens
  }
}

extension Result where Success == VerifiedSignIn, Failure == SignInRefusal {
  /// The sign-in, when it was verified.
  var signIn: VerifiedSignIn? { try? get() }

  /// Why it was refused, when it was.
  var refusal: SignInRefusal? {
    if case .failure(let refusal) = self { refusal } else { nil }
  }
}

extension VerifiedSignIn {
  /// How the refresh token came, and what it is.
  var tokenText: String? {
    token.map { token in
      let text = token.secret.withBytes { String(decoding: $0, as: UTF8.self) }
      return isFresh ? "exchanged \(text)" : "handed over \(text)"
    }
  }
}
