internal import Crypto
internal import Glibc
internal import HTTPServer
internal import JSON
internal import Linux
internal import Support
internal import Testing

@Suite("A back end hands sign-ins over", .timeLimit(.minutes(5)))
struct SignInTests {
  /// A provider that signs identity tokens, and the daemon that watches its users.
  private struct Shop {
    let scene: Scene
    let endpoint: StandInEndpoint
    let key: PrivateKey

    init() async throws {
      scene = try await Scene()
      scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
      endpoint = try StandInEndpoint(scene.folder)
      key = try .generateRSA()
      endpoint.answer("", Self.answer(try keySet()))
      var settings = SceneSettings()
      settings.more =
        endpoint.section("shop", folder: scene.folder.path) + "baseline = false\n"
      scene.configure(settings)
      try await scene.startRunner()
      try await scene.startDaemon()
      try await scene.listen()
    }

    /// Gives these tokens for the next codes, and the same answer to looks.
    func give(_ identity: String, token: String = "r.SECRET") {
      endpoint.answer(
        "shop",
        Self.answer(
          JSONObject([
            ("access_token", "a"), ("token_type", "Bearer"), ("refresh_token", .string(token)),
            ("id_token", .string(identity)),
          ])))
    }

    /// An identity token of a user who signs in now.
    func token(_ subject: String, nonce: String) throws -> String {
      let now = WallClock.milliseconds() / 1000
      let claims = JSONObject([
        ("iss", "https://appleid.apple.com"), ("aud", "shop"), ("sub", .string(subject)),
        ("iat", .integer(now)), ("exp", .integer(now + 600)), ("nonce", .string(nonce)),
        ("nonce_supported", true), ("email", "hidden@privaterelay.appleid.com"),
        ("email_verified", "true"), ("is_private_email", "true"),
      ])
      let header = #"{"alg":"RS256","kid":"k1"}"#
      let signed =
        Base64URL.encode(header.utf8) + "."
        + Base64URL.encode(JSONValue.object(claims).encoded().utf8)
      return signed + "." + Base64URL.encode(try key.sign(Array(signed.utf8), by: .rs256))
    }

    /// Runs `credstatectl sign-in` with a document.
    func signIn(_ members: [(String, JSONValue)]) async throws -> ProgramRun {
      try await scene.ctl(
        ["sign-in", "shop", "--account", "4711", "--json"],
        input: JSONValue.object(JSONObject(members)).encoded())
    }

    private func keySet() throws -> JSONObject {
      guard case .rsa(let modulus, let exponent) = try key.publicKey().numbers() else {
        throw Scene.Failure(description: "no RSA key")
      }
      let jwk = JSONObject([
        ("kty", "RSA"), ("kid", "k1"), ("use", "sig"), ("alg", "RS256"),
        ("n", .string(Base64URL.encode(modulus))), ("e", .string(Base64URL.encode(exponent))),
      ])
      return JSONObject([("keys", .array([.object(jwk)]))])
    }

    private static func answer(_ document: JSONObject) -> ServerResponse {
      ServerResponse(
        status: 200, headers: [HeaderField("Content-Type", "application/json")],
        body: Array(JSONValue.object(document).encoded().utf8))
    }
  }

  @Test("a user is new, watched, logged out, and returned; what is told of the user stays sealed")
  func life() async throws {
    let shop = try await Shop()
    let (scene, signals) = (shop.scene, shop.scene.signals)
    let identity = try shop.token("001.a.1", nonce: "n-1")
    shop.give(identity)
    let document: [(String, JSONValue)] = [
      ("id_token", .string(identity)), ("code", "c.SECRET"), ("nonce", "n-1"), ("state", "s"),
      ("user", #"{"name":{"firstName":"길동","lastName":"홍"}}"#),
    ]
    let first = try await shop.signIn(document)
    #expect(first.status == 0, "\(first)")
    #expect(
      first.text.contains(#""outcome":"new""#) && first.text.contains(#""ignored":["state"]"#))
    #expect(first.text.contains(#""token":"confirmed""#) && !first.text.contains("privaterelay"))
    try await signals.line(with: "CredentialStateChanged", "state=authorized")
    let again = try await shop.signIn(document)
    #expect(again.text.contains(#""outcome":"new""#), "\(again)")

    let user = try await scene.ctl("user", "shop", "001.a.1", "--json")
    #expect(
      user.text.contains(#""display_name":"홍길동""#) && user.text.contains(#""email_is_relay":true"#))

    shop.endpoint.answer("shop", StandInEndpoint.dead)
    try await signals.line(with: "CredentialRevoked", "subject=001.a.1")
    let late = try await shop.signIn([("id_token", .string(identity)), ("nonce", "n-1")])
    #expect(late.text.contains(#""outcome":"existing""#), "\(late)")
    #expect(late.text.contains(#""state":"revoked""#))
    let fresh = try shop.token("001.a.1", nonce: "n-2")
    // The old token stays dead, or a look would take the revocation back before the sign-in.
    shop.endpoint.answer(
      token: "r.SECRET", Array(repeating: StandInEndpoint.dead, count: 1000))
    shop.give(fresh, token: "r.SECRET.2")
    let back = try await shop.signIn([
      ("id_token", .string(fresh)), ("code", "c.SECRET.2"), ("nonce", "n-2"),
    ])
    #expect(back.text.contains(#""outcome":"returned""#), "\(back)")
    try await signals.line(with: "CredentialStateChanged", "old_state=revoked", "state=authorized")
    let events = try await scene.ctl("events", "--json")
    #expect(events.text.contains(#""undoes":2"#), "\(events)")

    let daemon = try await scene.daemon()
    try await daemon.stop()
    for name in ["state/store.db", "state/store.db-wal", "hook.json", "hook.env"] {
      let text = String(decoding: scene.folder.read(name) ?? [], as: UTF8.self)
      for secret in ["SECRET", "privaterelay", "길동", String(identity.suffix(40))] {
        #expect(!text.contains(secret), "\(secret) in \(name)")
      }
    }
    let log = daemon.log.lines.joined(separator: "\n")
    #expect(!log.contains("SECRET") && !log.contains("privaterelay"))
  }

  @Test("each refusal says what to tell the user, and nobody is kept")
  func refused() async throws {
    let shop = try await Shop()
    let identity = try shop.token("001", nonce: "n")
    let cases: [([(String, JSONValue)], String)] = [
      ([("error", "user_cancelled_authorize")], "canceled"),
      ([("id_token", .string(identity)), ("nonce", "other")], "invalid_response"),
      ([("id_token", .string(identity)), ("subject", "002")], "invalid_response"),
      ([("id_token", .string(identity)), ("client_id", "other")], "not_handled"),
      ([("id_token", "a.b.c")], "invalid_response"), ([("code", 7)], "invalid_argument"),
    ]
    for (document, code) in cases {
      let run = try await shop.signIn(document)
      #expect(run.status != 0)
      let text = run.text + run.errors
      #expect(text.contains(#""code":"\#(code)""#), "\(text)")
      #expect(code == "invalid_argument" || text.contains("Tell the user: "))
    }
    shop.endpoint.answer("shop", StandInEndpoint.dead)
    let used = try await shop.signIn([("code", "used"), ("client_id", "shop")])
    #expect((used.text + used.errors).contains(#""code":"failed""#), "\(used)")
    let demo = try await shop.scene.ctl("list", "--provider", "shop", "--json")
    #expect(demo.text.contains(#""credentials":[]"#), "\(demo)")
    try await shop.scene.daemon().stop()
  }
}
