internal import CredentialCore
internal import HTTP
internal import Testing

@testable internal import CredentialProviders

@Suite("The list of users who are linked to a Kakao app")
struct KakaoListTests {
  private func codec() throws -> KakaoListCodec {
    KakaoListCodec(
      looks: KakaoLookCodec(
        endpoint: "https://127.0.0.1", app: try ClientID("100"), key: Secret(Array("k".utf8)),
        profile: KakaoProfile.builtIn, proof: KakaoKeyProof(canaries: [])))
  }

  private func answer(_ status: Int, _ body: String) throws -> SweepAnswer {
    try codec().answer(.success(AppleAnswers.response(status, body)), now: AppleAnswers.now)
  }

  @Test("a page is asked for by the number it begins at, with the admin key")
  func request() throws {
    let first = try codec().request(at: nil)
    #expect(first.url == "https://127.0.0.1/v1/user/ids?limit=100&order=asc")
    #expect(try codec().request(at: "7").url.hasSuffix("&order=asc&from_id=7"))
    #expect(first.fields.contains { $0.name == "Authorization" && $0.value == "KakaoAK k" })
  }

  @Test(
    "a page has its users, how many there are, and where the next begins; no address is followed")
  func page() throws {
    let more = try answer(
      200,
      #"{"elements":[7,9007199254740993],"total_count":5,"#
        + #""after_url":"https://elsewhere.example/v1/user/ids?limit=100&from_id=9007199254740995"}"#
    )
    let users = [try Subject("7"), try Subject("9007199254740993")]
    #expect(more == .page(SweepPage(users, next: "9007199254740995", total: 5)))
    #expect(try answer(200, #"{"elements":[]}"#) == .page(SweepPage([], next: nil)))
  }

  @Test(
    "an answer that is no list comes later, or not at all, and is never an empty list",
    arguments: [
      (200, "{}", true), (200, #"{"elements":[7.5]}"#, true), (200, #"{"elements":[-1]}"#, true),
      (200, #"{"elements":[7],"after_url":"https://127.0.0.1/v1/user/ids"}"#, true),
      (200, "<html>", true), (503, "<html>", true), (429, #"{"code":-10}"#, true),
      (400, #"{"code":-7}"#, true), (401, #"{"code":-401}"#, false),
      (403, #"{"code":-3}"#, false), (400, #"{"code":-101}"#, false),
    ])
  func odd(status: Int, body: String, isPassing: Bool) throws {
    switch try answer(status, body) {
    case .page(let page): Issue.record("it was taken for \(page)")
    case .later: #expect(isPassing)
    case .refused: #expect(!isPassing)
    }
  }

  @Test("a sweep keeps below a hundred calls a minute, and is off unless it is configured")
  func spacing() throws {
    #expect(KakaoSweeper.callsPerMinute < 100)
    let sweeper = KakaoSweeper(
      codec: try codec(), interval: .seconds(3600),
      configuration: HTTPConfiguration(userAgent: "test"), clock: { AppleAnswers.now })
    #expect(sweeper.spacing * 100 > .seconds(60))
    sweeper.close()
  }
}
