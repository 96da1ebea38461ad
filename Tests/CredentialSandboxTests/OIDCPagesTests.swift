internal import CredentialSandbox
internal import JSON
internal import Support
internal import Testing

@Suite("What an OpenID provider tells besides tokens", .timeLimit(.minutes(5)))
struct OIDCPagesTests {
  @Test("the discovery document names endpoints that answer, and can be made to lie")
  func discovery() async throws {
    let fixture = try OIDCFixture()
    let document = try await fixture.ask("/.well-known/openid-configuration")
    #expect(document["issuer"] == fixture.sandbox.url)
    let keys = try await fixture.ask(try #require(document["jwks_uri"]))
    #expect(keys.body["keys"]?.array?.count == 1)
    #expect(document.body["token_endpoint_auth_methods_supported"]?.array?.count == 4)
    fixture.sandbox.setDiscovery(
      JSONObject([("issuer", "https://evil.example"), ("userinfo_endpoint", .null)]))
    let changed = try await fixture.ask("/.well-known/openid-configuration")
    #expect(changed["issuer"] == "https://evil.example")
    #expect(changed["userinfo_endpoint"] == nil)
    await fixture.sandbox.stop()
  }

  @Test("a new key signs, and the old one stays published if it is wanted")
  func keys() async throws {
    let fixture = try OIDCFixture()
    try fixture.sandbox.rotateKey()
    #expect(try await fixture.ask("/jwks").body["keys"]?.array?.count == 2)
    try fixture.sandbox.rotateKey(keepsOld: false)
    #expect(try await fixture.ask("/jwks").body["keys"]?.array?.count == 1)
    await fixture.sandbox.stop()
  }

  @Test("introspection tells of the newest token of a live grant to its own client alone")
  func introspection() async throws {
    let fixture = try OIDCFixture(.introspection)
    let first = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    let answer = try await fixture.ask("/introspect", fixture.proof() + [("token", first)])
    #expect(answer.body["active"] == true && answer["sub"] == "001")
    #expect(answer["client_id"] == "one")
    let refreshed = try await fixture.refresh(first)
    let second = try #require(refreshed["refresh_token"])
    #expect(refreshed["id_token"] == nil)
    for (client, token, active) in [
      ("one", first, false), ("one", second, true), ("two", second, false), ("one", "x", false),
      ("one", try #require(refreshed["access_token"]), true),
    ] {
      let fields = fixture.proof(client) + [("token", token)]
      let answer = try await fixture.ask("/introspect", fields)
      #expect(answer.status == "200" && answer.body["active"] == .bool(active))
    }
    try fixture.sandbox.revoke("001")
    let dead = try await fixture.ask("/introspect", fixture.proof() + [("token", second)])
    #expect(dead.text == #"{"active":false}"#)
    let stranger = try await fixture.ask("/introspect", [("client_id", "one"), ("token", second)])
    #expect(stranger.status == "401")
    #expect(try await fixture.ask("/.well-known/openid-configuration").status == "404")
    await fixture.sandbox.stop()
  }

  @Test("UserInfo is for the bearer of a live access token")
  func userInfo() async throws {
    let fixture = try OIDCFixture()
    let token = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    let access = try #require(try await fixture.refresh(token)["access_token"])
    let bearer = ["--header", "Authorization: Bearer \(access)"]
    #expect(try await fixture.ask("/userinfo", [], bearer)["sub"] == "001")
    try fixture.sandbox.revoke("001")
    let dead = try await fixture.ask("/userinfo", [], bearer + ["--include"])
    #expect(dead.status == "401" && dead.text.contains("error=\"invalid_token\""))
    #expect(try await fixture.ask("/userinfo").status == "401")
    await fixture.sandbox.stop()
  }

  @Test("the revocation endpoint ends one grant and says 200 to nonsense")
  func revocation() async throws {
    let fixture = try OIDCFixture()
    let one = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    let two = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    #expect(try await fixture.ask("/revoke", fixture.proof() + [("token", "x")]).status == "200")
    #expect(try await fixture.ask("/revoke", fixture.proof() + [("token", one)]).status == "200")
    #expect(try await fixture.refresh(one).status == "400")
    #expect(try await fixture.refresh(two).status == "200")
    await fixture.sandbox.stop()
  }

  @Test("faults speak the kind's own language")
  func faults() async throws {
    let fixture = try OIDCFixture()
    let token = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    let fields = fixture.proof() + [("token", token)]
    fixture.sandbox.setMode(.invalidGrant)
    #expect(try await fixture.ask("/introspect", fields).text == #"{"active":false}"#)
    #expect(try await fixture.refresh(token)["error"] == "invalid_grant")
    fixture.sandbox.setMode(.throttle(retryAfter: 7))
    let throttled = try await fixture.ask("/introspect", fields, ["--include"])
    #expect(throttled.status == "429" && throttled.text.contains("Retry-After: 7\r\n"))
    fixture.sandbox.setMode(.normal)
    #expect(try await fixture.refresh(token).status == "200")
    await fixture.sandbox.stop()
  }
}
