internal import CredentialSandbox
internal import Crypto
internal import JOSE
internal import JSON
internal import Support
internal import Testing

@Suite("Pushes", .timeLimit(.minutes(5)))
struct PushTests {
  private func text(_ push: SandboxPush) -> String {
    String(decoding: push.body, as: UTF8.self)
  }

  private func header(_ token: String) throws -> JSONObject {
    let part = String(try #require(token.split(separator: ".").first))
    let bytes = try #require(Base64URL.decode(part))
    return try #require(try JSONValue.parse(bytes, maximumBytes: 65_536).object)
  }

  private func keys(_ fixture: OIDCFixture, _ path: String) async throws -> KeySet {
    try KeySet(bytes: Array(try await fixture.ask(path).text.utf8))
  }

  @Test(
    "Apple's notification is signed by a published key, in every shape",
    arguments: [[], ["object"], ["array"], ["seconds"], ["no-exp"], ["object", "array"]])
  func apple(shapes: [String]) async throws {
    let fixture = try OIDCFixture(.apple)
    var options = PushOptions()
    options.shapes = shapes
    options.happened = 1_700_000_000
    options.id = "j1"
    let push = try fixture.sandbox.push("consent-revoked", "001", options: options)
    let keys = try await keys(fixture, "/auth/keys")
    await fixture.sandbox.stop()
    let body = try JSONValue.parse(push.body, maximumBytes: 65_536)
    let token = try CompactJWS(try #require(body["payload"]?.string))
    let rules = SignatureRules(algorithms: [.rs256], types: .any, needsKeyID: true)
    let claims = try ClaimSet(keys.verify(token, rules)).members
    #expect(claims["iss"] == "https://appleid.apple.com" && claims["aud"] == "one")
    #expect(claims["jti"] == "j1" && (claims["exp"] == nil) == shapes.contains("no-exp"))
    var events = try #require(claims["events"])
    #expect((events.string == nil) == shapes.contains("object"))
    if let text = events.string {
      events = try JSONValue.parse(Array(text.utf8), maximumBytes: 65_536)
    }
    let event = events.array?.first ?? events
    #expect(event["type"] == "consent-revoked" && event["sub"] == "001")
    let time: JSONValue = shapes.contains("seconds") ? 1_700_000_000 : 1_700_000_000_000
    #expect(event["event_time"] == time)
  }

  @Test(
    "every forgery of a token is refused, and each changes the push", arguments: Forgery.allCases)
  func forgeries(forgery: Forgery) async throws {
    let fixture = try OIDCFixture()
    var options = PushOptions()
    options.issued = 1_700_000_000
    options.id = "j"
    let good = text(try fixture.sandbox.push("logout", "001", options: options))
    options.forgery = forgery
    let bad = text(try fixture.sandbox.push("logout", "001", options: options))
    let keys = try await keys(fixture, "/jwks")
    await fixture.sandbox.stop()
    let prefix = "logout_token="
    #expect(good.hasPrefix(prefix) && bad.hasPrefix(prefix))
    #expect(!accepts(String(bad.dropFirst(prefix.count)), keys, fixture.sandbox.url))
    #expect(accepts(String(good.dropFirst(prefix.count)), keys, fixture.sandbox.url))
  }

  /// Whether a receiver that looks at everything takes a logout token of that moment.
  private func accepts(_ token: String, _ keys: KeySet, _ issuer: String) -> Bool {
    do {
      let rules = SignatureRules(
        algorithms: [.rs256], types: .required(["logout+jwt"]), needsKeyID: true)
      var claimRules = ClaimRules(issuers: [issuer], audiences: ["one"], leeway: 60)
      claimRules.nonce = .absent
      let claims = try ClaimSet(keys.verify(try CompactJWS(token), rules))
      _ = try claimRules.accept(claims, now: 1_700_000_000)
      return claims["jti"] != nil && claims["events"] != nil
    } catch {
      return false
    }
  }

  @Test("a security event names its subject in the way that was asked for")
  func sets() async throws {
    let fixture = try OIDCFixture()
    var options = PushOptions()
    options.happened = 1_700_000_000
    let push = try fixture.sandbox.push("session-revoked", "001", options: options)
    #expect(push.headers.first?.value == "application/secevent+jwt")
    let claims = try OIDCFixture.claims(text(push))
    #expect(try header(text(push))["typ"] == "secevent+jwt")
    #expect(claims["sub"] == nil && claims["exp"] == nil)
    #expect(claims["sub_id"]?["sub"] == "001" && claims["sub_id"]?["format"] == "iss_sub")
    let address = "https://schemas.openid.net/secevent/caep/event-type/session-revoked"
    #expect(claims["events"]?[address]?["event_timestamp"] == 1_700_000_000)
    options.shapes = ["opaque", "no-typ"]
    let other = text(try fixture.sandbox.push("https://example/event", "001", options: options))
    #expect(try header(other)["typ"] == nil)
    #expect(try OIDCFixture.claims(other)["sub_id"]?["id"] == "001")
    #expect(throws: SandboxError.self) { _ = try fixture.sandbox.push("nonsense", "001") }
    options.shapes = ["square"]
    #expect(throws: SandboxError.self) {
      _ = try fixture.sandbox.push("logout", "001", options: options)
    }
    await fixture.sandbox.stop()
  }

  @Test("Kakao's unlink webhook shows the admin key, by POST or GET; its events are signed")
  func kakao() async throws {
    let fixture = try OIDCFixture(.kakao)
    let push = try fixture.sandbox.push("unlink", "5")
    #expect(text(push) == "app_id=100001&user_id=5&referrer_type=UNLINK_FROM_APPS")
    let key = SandboxPush.Header(
      name: "Authorization", value: "KakaoAK \(fixture.sandbox.adminKey)")
    #expect(push.headers.contains(key))
    var options = PushOptions()
    options.shapes = ["get"]
    options.forgery = .key
    let get = try fixture.sandbox.push("unlink", "5", options: options)
    #expect(get.method == "GET" && get.query?.hasPrefix("app_id=") == true)
    #expect(!get.headers.contains(key))
    options = PushOptions()
    options.reason = "ACCOUNT_DELETE"
    options.shapes = ["kakao-uri"]
    let claims = try OIDCFixture.claims(
      text(try fixture.sandbox.push("user-unlinked", "5", options: options)))
    let event = claims["events"]?["https://schemas.kakao.com/events/oauth/user-unlinked"]
    #expect(event?["reason"] == "ACCOUNT_DELETE" && event?["subject"]?["sub"] == "5")
    #expect(claims["txm"] != nil && claims["sub"] == "5")
    await fixture.sandbox.stop()
  }

  @Test("Google's event has the issuer with its slash and the old name of the subject's type")
  func google() async throws {
    let fixture = try OIDCFixture(.google)
    let claims = try OIDCFixture.claims(text(try fixture.sandbox.push("tokens-revoked", "1")))
    #expect(claims["iss"] == "https://accounts.google.com/")
    let address = "https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked"
    #expect(claims["events"]?[address]?["subject"]?["subject_type"] == "iss-sub")
    await fixture.sandbox.stop()
  }

  @Test("GitHub's webhook is signed over the very bytes of its body")
  func gitHub() async throws {
    let fixture = try OIDCFixture(.github)
    let push = try fixture.sandbox.push("github_app_authorization", "583231")
    let code = SHA256.code(push.body, key: SecretBytes(utf8: fixture.sandbox.pushSecret))
    let hex = code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(
      push.headers.contains(
        SandboxPush.Header(name: "X-Hub-Signature-256", value: "sha256=\(hex)")))
    let body = try JSONValue.parse(push.body, maximumBytes: 65_536)
    #expect(body["action"] == "revoked" && body["sender"]?["id"] == 583_231)
    await fixture.sandbox.stop()
  }
}
