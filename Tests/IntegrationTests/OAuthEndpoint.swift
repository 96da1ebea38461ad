internal import Crypto
internal import HTTPServer
internal import Linux
internal import Support

/// An OAuth server over TLS with metadata, refresh grant and introspection, whose tokens live until they
/// are ended.
final class OAuthEndpoint: Sendable {
  /// The file with the authority of its certificate.
  let authority: String
  private let server: WebServer
  private let ended: Lock<Set<String>>

  /// Where it answers.
  var url: String { "https://127.0.0.1:\(server.port)" }

  /// Begins to answer; keeps its authority and a client secret in `folder`.
  init(_ folder: TemporaryFolder) throws {
    let now = WallClock.milliseconds() / 1000
    let authority = try CertificateAuthority(commonName: "oauth", now: now, days: 1)
    let key = try PrivateKey.generateP256()
    let certificate = try authority.issue(
      for: key, names: ["localhost"], addresses: ["127.0.0.1"], now: now, days: 1)
    self.authority = folder.write("oauth.pem", authority.certificate)
    folder.write("oauth.secret", "s3cret\n", mode: 0o600)
    // The made-up token of a provider under test was never given out.
    let ended = Lock<Set<String>>(["not-a-token"])
    self.ended = ended
    let tls = WebServerConfiguration.TLS(
      certificate: certificate, key: try key.pem().revealText() ?? "")
    server = try WebServer(
      configuration: WebServerConfiguration(address: "127.0.0.1", tls: tls)
    ) { request, responder in
      responder.send(Self.answer(request, ended))
    }
  }

  deinit { server.stopAndWait(grace: .zero) }

  /// Ends a token.
  func end(_ token: String) { ended.withLock { _ = $0.insert(token) } }

  /// The sections of a provider of each kind, called like it.
  func sections(_ folder: String) -> String {
    let common = """
      clients = ["shop"]
      ca_file = "\(authority)"
      interval = "1s"
      confirm_after = "1s"
      stale_after = "30d"
      baseline = false

      """
    return """
      [provider.oidc]
      kind = "oidc"
      issuer = "\(url)"
      client_secret_file = "\(folder)/oauth.secret"
      dead_token = "revoke"
      \(common)
      [provider.introspection]
      kind = "introspection"
      endpoint = "\(url)/introspect"
      caller_id = "credstate"
      secret_file = "\(folder)/oauth.secret"
      \(common)
      [provider.google]
      kind = "google"
      endpoint = "\(url)/token"
      client_secret_file = "\(folder)/oauth.secret"
      \(common)
      """
  }

  private static func answer(
    _ request: ServerRequest, _ ended: Lock<Set<String>>
  ) -> ServerResponse {
    if request.path.contains("/.well-known/") {
      let host = "https://\(request.values(of: "Host").first ?? "")"
      return json(
        200, #"{"issuer":"\#(host)","token_endpoint":"\#(host)/token","jwks_uri":"\#(host)/keys"}"#)
    }
    let form = String(decoding: request.body, as: UTF8.self)
    let isEnded = ended.withLock { $0.contains { form.contains($0) } }
    if request.path == "/introspect" { return json(200, #"{"active":\#(!isEnded)}"#) }
    return isEnded
      ? json(400, #"{"error":"invalid_grant"}"#) : json(200, #"{"access_token":"a"}"#)
  }

  private static func json(_ status: Int, _ text: String) -> ServerResponse {
    ServerResponse(
      status: status, headers: [HeaderField("Content-Type", "application/json")],
      body: Array(text.utf8))
  }
}
