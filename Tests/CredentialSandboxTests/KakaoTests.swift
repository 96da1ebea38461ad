internal import CredentialSandbox
internal import JSON
internal import Linux
internal import Support
internal import Testing

@Suite("Kakao", .timeLimit(.minutes(5)))
struct KakaoTests {
  private let fixture: OIDCFixture

  init() throws { fixture = try OIDCFixture(.kakao) }

  private func call(
    _ path: String, key: String? = nil, _ options: [String] = []
  ) async throws -> OIDCFixture.Answer {
    let header = "Authorization: KakaoAK \(key ?? fixture.sandbox.adminKey)"
    return try await fixture.ask(path, [], ["--header", header, "--globoff"] + options)
  }

  private func me(_ id: String) async throws -> OIDCFixture.Answer {
    try await call("/v2/user/me?target_id_type=user_id&target_id=\(id)")
  }

  @Test("the admin key tells of one user, exactly")
  func one() async throws {
    let id = "9007199254740993"
    _ = try fixture.sandbox.addUser(id, client: OIDCFixture.client)
    let answer = try await me(id)
    #expect(answer.status == "200" && answer.body["id"] == 9_007_199_254_740_993)
    #expect(try await me("5").text.contains(#""code":-101"#))
    #expect(try await me("x").text.contains(#""code":-2"#))
    let wrong = try await call("/v2/user/me?target_id_type=user_id&target_id=5", key: "x")
    #expect(wrong.status == "401" && wrong.body["code"] == -401)
    #expect(fixture.sandbox.log().first?.subject == id)
    await fixture.sandbox.stop()
  }

  @Test(
    "who is gone has the code and the status of the documentation",
    arguments: [
      (RevokedAs.notLinked, "400", -101), (.deleted, "400", -101), (.dormant, "400", -103),
      (.restricted, "403", -4), (.underage, "401", -406),
    ] as [(RevokedAs, String, Int64)])
  func gone(answer: RevokedAs, status: String, code: Int64) async throws {
    _ = try fixture.sandbox.addUser("5", client: OIDCFixture.client)
    try fixture.sandbox.revoke("5", as: answer)
    let told = try await me("5")
    #expect(told.status == status && told.body["code"] == .integer(code))
    _ = try fixture.sandbox.comeBack("5", client: OIDCFixture.client)
    #expect(try await me("5").status == "200")
    await fixture.sandbox.stop()
  }

  @Test("linking that is pending is no answer of either kind")
  func pending() async throws {
    _ = try fixture.sandbox.addUser("5", client: OIDCFixture.client)
    try fixture.sandbox.revoke("5", as: .pending)
    let told = try await me("5")
    #expect(told.status == "200" && told.body["has_signed_up"] == false)
    await fixture.sandbox.stop()
  }

  @Test("a batch leaves out who is not linked, and takes 100 ids, or 20 with properties")
  func batch() async throws {
    for id in 1...3 { _ = try fixture.sandbox.addUser("\(id)", client: OIDCFixture.client) }
    try fixture.sandbox.revoke("2")
    let some = try await call("/v2/app/users?target_id_type=user_id&target_ids=[1,2,3,4]")
    let list = try JSONValue.parse(Array(some.text.utf8), maximumBytes: 65_536)
    #expect(list.array?.map { $0["id"] } == [1, 3])
    let many = (1...101).map(String.init).joined(separator: ",")
    let over = try await call("/v2/app/users?target_id_type=user_id&target_ids=[\(many)]")
    #expect(over.body["code"] == -2)
    let few = (1...21).map(String.init).joined(separator: ",")
    let properties = try await call(
      "/v2/app/users?target_id_type=user_id&target_ids=[\(few)]&property_keys=[]")
    #expect(properties.body["code"] == -2)
    await fixture.sandbox.stop()
  }

  @Test("the list gives every linked user once, page by page, and 100 calls a minute")
  func list() async throws {
    for id in (1...25).reversed() {
      _ = try fixture.sandbox.addUser("\(id)", client: OIDCFixture.client)
    }
    try fixture.sandbox.revoke("7")
    var found: [Int64] = []
    var next: String? = "/v1/user/ids?limit=10"
    while let path = next {
      let page = try await call(path)
      #expect(page.body["total_count"] == 24)
      found += page.body["elements"]?.array?.compactMap(\.integer) ?? []
      next = page["after_url"]
    }
    #expect(found == (1...25).filter { $0 != 7 })
    await fixture.sandbox.stop()
  }

  @Test("the call over the limit is a 429 with -10")
  func limit() async throws {
    let now = WallClock.milliseconds()
    let strict = try OIDCFixture(.kakao, at: now) { $0.kakao.listCallsPerMinute = 1 }
    let header = ["--header", "Authorization: KakaoAK \(strict.sandbox.adminKey)"]
    #expect(try await strict.ask("/v1/user/ids", [], header).status == "200")
    let over = try await strict.ask("/v1/user/ids", [], header)
    #expect(over.status == "429" && over.body["code"] == -10)
    await strict.sandbox.stop()
    await fixture.sandbox.stop()
  }

  @Test("the token endpoint gives a new refresh token only in the last month of the old one")
  func tokens() async throws {
    let token = try fixture.sandbox.addUser("5", client: OIDCFixture.client)
    let fields = fixture.proof() + [("grant_type", "refresh_token"), ("refresh_token", token)]
    let fresh = try await fixture.ask("/oauth/token", fields)
    #expect(fresh.status == "200" && fresh["refresh_token"] == nil)
    let access = try #require(fresh["access_token"])
    let bearer = ["--header", "Authorization: Bearer \(access)"]
    let info = try await fixture.ask("/v1/user/access_token_info", [], bearer)
    #expect(info.body["id"] == 5 && info.body["app_id"] == 100_001)
    try fixture.sandbox.revoke("5")
    let dead = try await fixture.ask("/oauth/token", fields)
    #expect(dead["error"] == "invalid_grant" && dead["error_code"] == "KOE322")
    let wrong = try await fixture.ask(
      "/oauth/token",
      [("client_secret", "x")]
        + fields.filter {
          $0.0 != "client_secret"
        })
    #expect(wrong["error_code"] == "KOE010")
    let short = try OIDCFixture(.kakao) { $0.kakao.refreshLife = 2_000_000 }
    let old = try short.sandbox.addUser("5", client: OIDCFixture.client)
    let again = short.proof() + [("grant_type", "refresh_token"), ("refresh_token", old)]
    #expect(try await short.ask("/oauth/token", again)["refresh_token"] != nil)
    #expect(try await short.ask("/oauth/token", again)["error_code"] == "KOE322")
    await short.sandbox.stop()
    await fixture.sandbox.stop()
  }

  @Test("unlinking by the admin key ends the link, and users have numbers")
  func unlink() async throws {
    _ = try fixture.sandbox.addUser("5", client: OIDCFixture.client)
    let data = ["--data", "target_id_type=user_id&target_id=5"]
    #expect(try await call("/v1/user/unlink", data).body["id"] == 5)
    #expect(try await me("5").body["code"] == -101)
    #expect(throws: SandboxError.self) {
      _ = try fixture.sandbox.addUser("anna", client: OIDCFixture.client)
    }
    await fixture.sandbox.stop()
  }

  @Test("faults speak Kakao's language")
  func faults() async throws {
    _ = try fixture.sandbox.addUser("5", client: OIDCFixture.client)
    fixture.sandbox.setMode(.throttle(retryAfter: nil))
    let quota = try await me("5")
    #expect(quota.status == "400" && quota.body["code"] == -10)
    fixture.sandbox.setMode(.invalidClient)
    #expect(try await me("5").body["code"] == -401)
    fixture.sandbox.setMode(.invalidGrant)
    #expect(try await me("5").body["code"] == -101)
    fixture.sandbox.setMode(.invalidRequest)
    #expect(try await me("5").body["code"] == -2)
    await fixture.sandbox.stop()
  }
}
