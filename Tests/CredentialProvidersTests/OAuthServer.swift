internal import Crypto
internal import HTTPServer
internal import JSON
internal import Linux
internal import Support

/// A server of OAuth 2.0 for one test, over HTTPS: metadata, refresh grant and introspection. A token
/// that begins with `live.` is good; its next part is the user.
final class OAuthServer: Sendable {
  static let secret = "s3cret/+ é".utf8.map { $0 < 0x80 ? $0 : UInt8(ascii: "x") }

  /// What was asked, and what is answered.
  struct State {
    var requests: [ServerRequest] = []
    var documents = 0
    /// Changes the metadata before it is given out.
    var change: @Sendable (inout JSONObject) -> Void = { _ in }
    /// Answers in place of the endpoint.
    var answer: (@Sendable (ServerRequest) -> ServerResponse?)?
  }

  let folder: TemporaryFolder
  let port: UInt16
  private let server: WebServer
  private let state: Lock<State>

  init() throws {
    let folder = TemporaryFolder()
    let now = WallClock.milliseconds() / 1_000
    let authority = try CertificateAuthority(commonName: "test", now: now, days: 1)
    let key = try PrivateKey.generateP256()
    let certificate = try authority.issue(
      for: key, names: ["localhost"], addresses: ["127.0.0.1"], now: now, days: 1)
    folder.write("ca.pem", authority.certificate)
    folder.write("secret", String(decoding: Self.secret, as: UTF8.self) + "\n", mode: 0o600)
    let state = Lock(State())
    let configuration = WebServerConfiguration(
      address: "127.0.0.1",
      tls: .init(certificate: certificate, key: try key.pem().revealText() ?? ""))
    server = try WebServer(configuration: configuration) { request, responder in
      responder.send(Self.answer(request, state))
    }
    (self.folder, self.state, port) = (folder, state, server.port)
  }

  var url: String { "https://127.0.0.1:\(port)" }

  /// The requests for tokens and introspections so far.
  var requests: [ServerRequest] { state.withLock { $0.requests } }

  /// How often the metadata was asked for.
  var documents: Int { state.withLock { $0.documents } }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  func stop() async { await server.stop(grace: .zero) }

  private static func answer(_ request: ServerRequest, _ state: Lock<State>) -> ServerResponse {
    if request.path.contains("/.well-known/") {
      return state.withLock { state in
        state.documents += 1
        let host = "https://\(request.values(of: "Host").first ?? "")"
        var document = JSONObject([
          ("issuer", .string(host)), ("token_endpoint", .string("\(host)/token")),
          ("introspection_endpoint", .string("\(host)/introspect")),
          ("jwks_uri", .string("\(host)/keys")),
        ])
        state.change(&document)
        return json(200, .object(document))
      }
    }
    let other = state.withLock { state in
      state.requests.append(request)
      return state.answer
    }
    if let answer = other?(request) { return answer }
    let form = FormReading.fields(request.body)
    if request.path == "/introspect" { return introspection(form["token"] ?? "") }
    guard form["refresh_token"]?.hasPrefix("live.") == true else {
      return json(400, ["error": "invalid_grant", "error_description": "Token revoked"])
    }
    return json(200, ["access_token": "a", "token_type": "Bearer", "refresh_token": ""])
  }

  private static func introspection(_ token: String) -> ServerResponse {
    let parts = token.split(separator: ".", maxSplits: 1)
    guard parts.first == "live", parts.count == 2 else { return json(200, ["active": false]) }
    return json(200, ["active": true, "sub": .string(String(parts[1]))])
  }

  static func json(_ status: Int, _ value: JSONValue) -> ServerResponse {
    ServerResponse(
      status: status, headers: [HeaderField("Content-Type", "application/json")],
      body: Array(value.encoded().utf8))
  }
}
