internal import CredentialCore
internal import HTTP
internal import Support
internal import Testing

@testable internal import CredentialProviders

@Suite("Kind github", .timeLimit(.minutes(5)))
struct GitHubTests {
  @Test("kind github keeps the contract", arguments: ProviderContract.cases)
  func contract(_ contract: ProviderContract) async throws {
    let stage = try GitHubStage()
    try await contract.run(stage.stage, AppleAnswers.now)
    await stage.stop()
  }

  @Test("a wrong client secret is a fault of ours, in looks and in a test")
  func wrongSecret() async throws {
    let stage = try GitHubStage(secret: "other-secret")
    let results = await stage.stage.results(
      of: [try stage.stage.alive(0), try stage.stage.dead()], now: AppleAnswers.now)
    #expect(results.map(\.answer) == [.misconfigured, .misconfigured])
    let report = await stage.stage.provider.prober?.probe()
    #expect(report?.findings.map(\.code) == [.identityRefused])
    await stage.stop()
  }

  @Test("a test with a made-up token shows that the client is accepted")
  func probe() async throws {
    let stage = try GitHubStage()
    let report = await stage.stage.provider.prober?.probe()
    #expect(report?.findings.map(\.code) == [.accepted])
    await stage.stop()
  }

  private func finding(
    _ status: Int, _ body: String, _ fields: [HTTPField] = []
  ) throws -> Finding {
    let codec = GitHubLookCodec(
      endpoint: "https://127.0.0.1", client: try ClientID(GitHubStage.client), secret: Secret([]),
      profile: GitHubProfile.builtIn)
    let look = try KindServer.look("583231", client: GitHubStage.client)
    let response = AppleAnswers.response(status, body, fields)
    return codec.finding(of: response, for: look, now: AppleAnswers.now)
  }

  @Test(
    "each answer has the class that GitHub's page gives it",
    arguments: [
      (200, #"{"user":{"id":583231}}"#, Answer.authorized),
      (200, #"{"user":{"id":583231},"app":{"client_id":"Iv1.other"}}"#, .mismatched),
      (200, #"{"user":{"id":583232}}"#, .mismatched),
      (200, #"{"user":null}"#, .transient(retryAfter: nil)),
      (200, #"{}"#, .transient(retryAfter: nil)), (200, "<html>", .transient(retryAfter: nil)),
      (404, #"{"message":"Not Found"}"#, .dead(.tokenDead)),
      (404, #"{"message":"No such host"}"#, .isolated),
      (404, "<html>", .transient(retryAfter: nil)), (404, "", .transient(retryAfter: nil)),
      (401, #"{"message":"Bad credentials"}"#, .misconfigured),
      (403, #"{"message":"Resource not accessible"}"#, .misconfigured),
      (422, #"{"message":"Validation Failed"}"#, .isolated),
      (200, #"{"message":"Not Found"}"#, .transient(retryAfter: nil)),
      (500, #"{"message":"Not Found"}"#, .transient(retryAfter: nil)),
      (302, "", .transient(retryAfter: nil)),
      (429, #"{"message":"slow down"}"#, .throttled(retryAfter: nil)),
    ])
  func classes(status: Int, body: String, expected: Answer) throws {
    #expect(try finding(status, body).answer == expected)
  }

  @Test("a 403 with the fields of a rate limit is throttling, for as long as they say")
  func throttling() throws {
    let body = #"{"message":"API rate limit exceeded"}"#
    let reset = AppleAnswers.now.milliseconds / 1000 + 90
    let spent = [
      HTTPField("x-ratelimit-remaining", "0"), HTTPField("x-ratelimit-reset", "\(reset)"),
    ]
    #expect(try finding(403, body, spent).answer == .throttled(retryAfter: .seconds(90)))
    let second = [HTTPField("Retry-After", "30")]
    #expect(try finding(403, body, second).answer == .throttled(retryAfter: .seconds(30)))
  }

  @Test("a token that ends by itself is told of in the evidence")
  func expiry() throws {
    let body = #"{"user":{"id":583231},"expires_at":"2026-12-01T00:00:00Z"}"#
    #expect(try finding(200, body).evidence.summary == "200; the token expires by itself")
  }

  @Test("defaults ask for a new sign-in, and Enterprise Server has a path")
  func settings() throws {
    let folder = TemporaryFolder()
    folder.write("secret", "s", mode: 0o600)
    let provider = try AppleStage.provider(
      kind: "github",
      [
        ("client_id", .text("Iv1.a")), ("client_secret_file", .text(folder.file("secret"))),
        ("endpoint", .text("https://github.example/api/v3")),
      ])
    provider.looker.close()
    #expect(provider.policy.deadToken == .reauthenticate && provider.enrolment.needsToken)
    #expect(provider.enrolment.problem(try Subject("octocat")) != nil)
    #expect(Endpoint.problem("https://github.example/api/v3/", allowsPath: true) != nil)
    #expect(Endpoint.problem("https://github.example/api?x", allowsPath: true) != nil)
    #expect(BasicCredentials.value(name: "a".utf8, secret: "??>".utf8) == "Basic YTo/Pz4=")
  }
}
