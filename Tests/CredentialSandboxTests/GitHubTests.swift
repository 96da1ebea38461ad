internal import CredentialSandbox
internal import JSON
internal import Support
internal import Testing

@Suite("GitHub", .timeLimit(.minutes(5)))
struct GitHubTests {
  private let fixture: OIDCFixture
  private let token: String

  init() throws {
    fixture = try OIDCFixture(.github)
    token = try fixture.sandbox.addUser("583231", client: OIDCFixture.client)
  }

  private func check(
    _ token: String, secret: String? = nil, client: String = "one", _ more: [String] = []
  ) async throws -> OIDCFixture.Answer {
    let options = [
      "--user", "\(client):\(secret ?? fixture.sandbox.clientSecret)", "--header",
      "Content-Type: application/json", "--data", "{\"access_token\":\"\(token)\"}",
    ]
    return try await fixture.ask("/applications/\(client)/token", [], options + more)
  }

  @Test("a live token is told of as often as one asks, with its user")
  func check() async throws {
    for _ in 1...2 {
      let answer = try await check(token)
      #expect(answer.status == "200" && answer.body["user"]?["id"] == 583_231)
      #expect(answer.body["app"]?["client_id"] == "one")
    }
    try fixture.sandbox.revoke("583231")
    let dead = try await check(token)
    #expect(dead.status == "404" && dead["message"] == "Not Found")
    let bearer = ["--header", "Authorization: Bearer \(token)"]
    let user = try await fixture.ask("/user", [], bearer)
    #expect(user.status == "401" && user["message"] == "Bad credentials")
    await fixture.sandbox.stop()
  }

  @Test("a stranger, another app and a body without a token are refused each in its way")
  func refused() async throws {
    #expect(try await check(token, secret: "x").status == "401")
    #expect(try await check(token, client: "two").status == "404")
    let empty = [
      "--user", "one:\(fixture.sandbox.clientSecret)", "--data", "{}",
    ]
    #expect(try await fixture.ask("/applications/one/token", [], empty).status == "422")
    #expect(try await check(token, ["--header", "User-Agent:"]).status == "403")
    await fixture.sandbox.stop()
  }

  @Test("deleting an authorization ends all of the user's tokens")
  func delete() async throws {
    let other = try fixture.sandbox.addUser("583231", client: OIDCFixture.client)
    let options = [
      "--user", "one:\(fixture.sandbox.clientSecret)", "--request", "DELETE", "--data",
      "{\"access_token\":\"\(token)\"}",
    ]
    #expect(try await fixture.ask("/applications/one/grant", [], options).status == "204")
    #expect(try await check(other).status == "404")
    await fixture.sandbox.stop()
  }

  @Test("a refresh token is good once; a dead one is an error with status 200")
  func refresh() async throws {
    let fields =
      fixture.proof() + [("grant_type", "refresh_token"), ("refresh_token", token)]
    let answer = try await fixture.ask("/login/oauth/access_token", fields)
    #expect(answer["refresh_token"] != token)
    #expect(try await check(try #require(answer["access_token"])).status == "200")
    let again = try await fixture.ask("/login/oauth/access_token", fields)
    #expect(again.status == "200" && again["error"] == "bad_refresh_token")
    await fixture.sandbox.stop()
  }
}
