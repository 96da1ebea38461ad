internal import CredentialCore
internal import Crypto
internal import HTTPServer
internal import JOSE
internal import JSON
internal import Support
internal import Testing

@testable internal import CredentialProviders

/// A server that signs identity tokens, exchanges codes and pushes, and a provider before it.
private struct SignInScene {
  let stage: ServerStage
  let issuer: String
  private let key: PrivateKey
  private let now = AppleStage.start.milliseconds / 1000

  init(_ kind: String, _ changes: [(String, ConfigurationNode.Content?)] = []) throws {
    let server = try OAuthServer()
    let more: [(String, ConfigurationNode.Content?)] =
      kind == "google" ? [("jwks_uri", .text("\(server.url)/keys"))] : []
    stage = try ServerStage(kind, more + changes, server: server)
    issuer = kind == "google" ? "https://accounts.google.com" : server.url
    key = try .generateRSA()
    let members = try JSONWebKey.members(
      of: key.publicKey(), id: KeyID("one"), algorithm: .rs256)
    let keys = JSONValue.object(JSONObject([("keys", .array([.object(members)]))]))
    let identity = try token([])
    server.change {
      $0.answer = { request in
        if request.path == "/keys" { return OAuthServer.json(200, keys) }
        guard FormReading.fields(request.body)["grant_type"] == "authorization_code" else {
          return nil
        }
        return OAuthServer.json(
          200, ["access_token": "a", "refresh_token": "live.user", "id_token": .string(identity)])
      }
    }
  }

  func token(_ changes: [(String, JSONValue)]) throws -> String {
    var claims = JSONObject([
      ("iss", .string(issuer)), ("aud", "web.example"), ("sub", "user"), ("jti", "id-1"),
      ("iat", .integer(now)), ("exp", .integer(now + 600)),
    ])
    for (name, value) in changes { claims[name] = value }
    return try TokenSigner(key: key, algorithm: .rs256, keyID: KeyID("one")).token(claims)
  }

  func verify(_ fill: (inout SignInHandover) throws -> Void) async throws
    -> Result<VerifiedSignIn, SignInRefusal>
  {
    var handover = SignInHandover()
    try fill(&handover)
    let verifier = try #require(stage.stage.provider.signIn)
    do throws(SignInRefusal) {
      return .success(try await verifier.verify(handover, now: AppleStage.start))
    } catch {
      return .failure(error)
    }
  }

  /// The news in a body, `SUBJECT WORD` of each; a refusal's code in brackets.
  func news(_ body: String, _ type: String) async throws -> [String] {
    let push = try #require(stage.stage.provider.push)
    let submission = PushSubmission(body: Array(body.utf8), contentType: type)
    switch await push.verify(submission, now: AppleStage.start) {
    case .verified(let verified):
      return verified.pushes.map { "\($0.credential.subject) \($0.news.word)" }
    case .refused(let refusal): return ["[\(refusal.code.rawValue)]"]
    }
  }

  func stop() async {
    stage.stage.provider.push?.close()
    await stage.stop()
  }
}

@Suite("Sign-ins and pushes of kinds oidc and google", .timeLimit(.minutes(5)))
struct ServerSignInTests {
  @Test("an identity token is verified and its code exchanged", arguments: ["oidc", "google"])
  func verified(kind: String) async throws {
    let scene = try SignInScene(kind)
    let token = try scene.token([])
    let signIn = try await scene.verify {
      $0.identityToken = Secret(Array(token.utf8))
      $0.code = Secret(Array("code".utf8))
      $0.redirectURI = "https://shop.example/back"
    }.get()
    #expect(signIn.subject.text == "user" && signIn.client.text == "web.example")
    #expect(signIn.tokenText == "exchanged live.user")
    let requests = scene.stage.server.requests
    let exchange = try #require(requests.last { $0.path == "/token" })
    let form = FormReading.fields(exchange.body)
    #expect(form["client_id"] == "web.example" && form["code"] == "code")
    #expect(form["redirect_uri"] == "https://shop.example/back")
    let hasHeader = !exchange.values(of: "Authorization").isEmpty
    #expect(hasHeader == (kind == "oidc") && (form["client_secret"] == nil) == hasHeader)
    #expect(requests.count { $0.path == "/keys" } == 1)
    await scene.stop()
  }

  @Test("a foreign issuer's token is refused, and so is one signed otherwise than configured")
  func refused() async throws {
    for kind in ["oidc", "google"] {
      let scene = try SignInScene(kind)
      let token = try scene.token([("iss", "https://other.example")])
      let refusal = try await scene.verify { $0.identityToken = Secret(Array(token.utf8)) }.refusal
      #expect(refusal?.code == .invalidResponse && refusal?.detail.contains("issuer") == true)
      await scene.stop()
    }
    let scene = try SignInScene("oidc", [("token_algorithms", ServerStage.list(["ES256"]))])
    let token = try scene.token([])
    let refusal = try await scene.verify { $0.identityToken = Secret(Array(token.utf8)) }.refusal
    #expect(refusal?.code == .invalidResponse)
    await scene.stop()
  }

  @Test("metadata that cannot be used verifies nothing; configured addresses need none")
  func metadata() async throws {
    let scene = try SignInScene("oidc")
    scene.stage.server.change {
      $0.change = { $0["jwks_uri"] = "https://keys.example/" }
    }
    let token = try scene.token([])
    let refusal = try await scene.verify { $0.identityToken = Secret(Array(token.utf8)) }.refusal
    #expect(refusal?.code == .notHandled && refusal?.isPassing == false)
    #expect(refusal?.detail.contains("keys.example, which is not in hosts") == true)
    await scene.stop()
    let server = scene.stage.server.url
    let faults = try ServerStage.faults(
      "oidc", scene.stage.server, [("jwks_uri", .text("\(server)/keys"))])
    #expect(faults.isEmpty)
  }

  @Test("a logout token and a security event of a server are told apart and verified")
  func pushes() async throws {
    let scene = try SignInScene("oidc")
    let logout = try scene.token([
      ("events", ["http://schemas.openid.net/event/backchannel-logout": [:]])
    ])
    #expect(
      try await scene.news("logout_token=\(logout)", "application/x-www-form-urlencoded")
        == ["user session_end", "user ask_for_look"])
    let purged = try scene.token([
      ("events", ["https://schemas.openid.net/secevent/risc/event-type/account-purged": [:]])
    ])
    #expect(
      try await scene.news(purged, "application/secevent+jwt") == ["user account_deleted"])
    let cut = String(purged.dropLast(8)) + "AAAAAAAA"
    #expect(
      try await scene.news(cut, "application/secevent+jwt") == ["[authentication_failed]"])
    #expect(scene.stage.server.requests.count { $0.path == "/keys" } == 1)
    await scene.stop()
  }

  @Test("Google's event of revoked tokens is conclusive, whatever slash its issuer has")
  func google() async throws {
    let scene = try SignInScene("google")
    let subject: JSONValue = [
      "subject_type": "iss-sub", "iss": "https://accounts.google.com/", "sub": "user",
    ]
    let event = try scene.token([
      ("iss", "https://accounts.google.com/"),
      (
        "events",
        [
          "https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked": [
            "subject": subject
          ]
        ]
      ),
    ])
    #expect(
      try await scene.news(event, "application/secevent+jwt") == ["user consent_withdrawn"])
    await scene.stop()
  }
}
