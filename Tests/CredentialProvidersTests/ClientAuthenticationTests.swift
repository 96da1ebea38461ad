internal import CredentialCore
internal import Crypto
internal import HTTP
internal import HTTPServer
internal import JSON
internal import Linux
internal import Support
internal import Testing

@testable internal import CredentialProviders

@Suite("How a client proves who it is", .timeLimit(.minutes(5)))
struct ClientAuthenticationTests {
  private func request(_ changes: [(String, ConfigurationNode.Content?)], server: OAuthServer)
    async throws -> ServerRequest
  {
    let stage = try ServerStage("oidc", changes, server: server)
    let look = try ServerStage.look("live.a+b", "a+b", "web.example")
    let results = await stage.stage.results(of: [look], now: AppleStage.start)
    stage.stage.provider.looker.close()
    #expect(results.map(\.answer) == [.authorized], "\(results.map(\.evidence.summary))")
    return try #require(server.requests.last)
  }

  @Test("a secret stands in the header or in the form, written as RFC 6749 wants it")
  func secret() async throws {
    let server = try OAuthServer()
    let basic = try await request([], server: server)
    #expect(
      basic.values(of: "Authorization") == [
        BasicCredentials.value(
          name: "web.example".utf8, secret: FormText.encoded(OAuthServer.secret))
      ])
    let form = FormReading.fields(basic.body)
    #expect(form == ["grant_type": "refresh_token", "refresh_token": "live.a+b"])
    let post = try await request([("authentication", .text("client_secret_post"))], server: server)
    #expect(post.values(of: "Authorization").isEmpty)
    let fields = FormReading.fields(post.body)
    #expect(fields["client_id"] == "web.example")
    #expect(fields["client_secret"] == String(decoding: OAuthServer.secret, as: UTF8.self))
    await server.stop()
  }

  @Test("basic credentials are written as in a form, joined and encoded")
  func basic() throws {
    var (form, fields) = (FormText(), [HTTPField]())
    try ClientAuthentication.basic(Secret(Array("s/+%:".utf8))).add(
      to: &form, &fields, client: try ClientID("a b:é"), endpoint: "", now: AppleStage.start)
    let value = fields[0].value
    #expect(form.bytes.isEmpty)
    // a+b%3A%C3%A9:s%2F%2B%25%3A
    #expect(value == "Basic YStiJTNBJUMzJUE5OnMlMkYlMkIlMjUlM0E=")
    let field = HTTPField("Authorization", value)
    #expect("\(field)" == "Authorization: <\(value.utf8.count) bytes>")
    var shown = ""
    dump([field], to: &shown)
    #expect(!shown.contains("YSti"))
  }

  @Test("a public client sends its id alone")
  func none() async throws {
    let server = try OAuthServer()
    let request = try await request(
      [("authentication", .text("none")), ("client_secret_file", nil)], server: server)
    #expect(FormReading.fields(request.body)["client_id"] == "web.example")
    #expect(FormReading.fields(request.body)["client_secret"] == nil)
    await server.stop()
  }

  @Test(
    "PyJWT verifies an assertion by each algorithm: for one reader, soon over, never the same",
    arguments: [
      ("RS256", "token_endpoint"), ("PS256", "issuer"), ("ES256", "issuer"),
      ("ES384", "token_endpoint"),
    ])
  func assertion(algorithm: String, audience: String) async throws {
    let server = try OAuthServer()
    let key =
      switch algorithm {
      case "ES256": try PrivateKey.generateP256()
      case "ES384": try PrivateKey.generate(.p384)
      default: try PrivateKey.generateRSA()
      }
    server.folder.write("key.pem", try key.pem().revealText() ?? "", mode: 0o600)
    let changes: [(String, ConfigurationNode.Content?)] = [
      ("authentication", .text("private_key_jwt")), ("client_secret_file", nil),
      ("signing_key_file", .text(server.folder.file("key.pem"))),
      ("signing_key_id", .text("k1")), ("signing_algorithm", .text(algorithm)),
      ("assertion_audience", .text(audience)),
    ]
    var tokens: [String] = []
    for _ in 0..<2 {
      let fields = FormReading.fields(try await request(changes, server: server).body)
      #expect(fields["client_assertion_type"] == ClientAssertion.type)
      #expect(fields["client_id"] == "web.example")
      tokens.append(try #require(fields["client_assertion"]))
    }
    let program = """
      import jwt, sys
      key, algorithm, audience = sys.argv[1:4]
      # The leeway is for a busy machine; how soon it is over is asserted below.
      claims = [jwt.decode(t, key, algorithms=[algorithm], audience=audience, leeway=1800,
                options={"require": ["iss", "sub", "aud", "jti", "iat", "exp"]}) for t in sys.argv[4:]]
      assert all(c["iss"] == c["sub"] == "web.example" for c in claims)
      assert all(c["exp"] - c["iat"] == 60 for c in claims)
      assert claims[0]["jti"] != claims[1]["jti"]
      assert jwt.get_unverified_header(sys.argv[4])["kid"] == "k1"
      """
    let run = try await ProgramRun.run(
      [
        "python3", "-c", program, String(decoding: try key.publicKey().pem(), as: UTF8.self),
        algorithm, audience == "issuer" ? server.url : "\(server.url)/token",
      ] + tokens)
    #expect(run.status == 0, "\(String(decoding: run.output, as: UTF8.self))")
    await server.stop()
  }

  @Test("a certificate is shown where the server asks for one, at the address meant for it")
  func certificate() async throws {
    let folder = TemporaryFolder()
    let now = WallClock.milliseconds() / 1000
    let authority = try CertificateAuthority(commonName: "clients", now: now, days: 1)
    let other = try CertificateAuthority(commonName: "others", now: now, days: 1)
    folder.write("clients.pem", authority.certificate)
    let key = try PrivateKey.generateP256()
    folder.write("key.pem", try key.pem().revealText() ?? "", mode: 0o600)
    for (name, from) in [("good.pem", authority), ("bad.pem", other)] {
      let certificate = try from.issue(
        for: key, names: ["web.example"], addresses: [], now: now, days: 1)
      folder.write(name, certificate)
    }
    let server = try OAuthServer()
    let nginxKey = try PrivateKey.generateP256()
    let nginx = try Nginx(
      certificate: try authority.issue(
        for: nginxKey, names: ["localhost"], addresses: ["127.0.0.1"], now: now, days: 1),
      key: try nginxKey.pem().revealText() ?? "",
      locations: """
        ssl_verify_client on; ssl_client_certificate \(folder.file("clients.pem"));
        location / { proxy_pass \(server.url); proxy_ssl_verify off; }
        """)
    server.change {
      $0.change = {
        $0["mtls_endpoint_aliases"] = [
          "token_endpoint": .string("https://127.0.0.1:\(nginx.port)/token")
        ]
      }
    }
    let both = "\(server.folder.read("ca.pem").map { String(decoding: $0, as: UTF8.self) } ?? "")"
    folder.write("ca.pem", both + authority.certificate)
    for (name, answer) in [
      ("good.pem", Answer.authorized), ("bad.pem", .transient(retryAfter: nil)),
    ] {
      let stage = try ServerStage(
        "oidc",
        [
          ("authentication", .text("tls_client_auth")), ("client_secret_file", nil),
          ("certificate_file", .text(folder.file(name))),
          ("certificate_key_file", .text(folder.file("key.pem"))),
          ("ca_file", .text(folder.file("ca.pem"))),
          ("hosts", ServerStage.list(["127.0.0.1:\(nginx.port)"])),
        ], server: server)
      let results = await stage.stage.results(of: [try stage.stage.alive(0)], now: AppleStage.start)
      #expect(results.map(\.answer) == [answer], "\(name): \(results.map(\.evidence.summary))")
      stage.stage.provider.looker.close()
    }
    #expect(server.requests.map { FormReading.fields($0.body)["client_id"] } == ["web.example"])
    await server.stop()
  }
}
