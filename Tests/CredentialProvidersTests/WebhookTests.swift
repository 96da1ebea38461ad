internal import CredentialCore
internal import Crypto
internal import Testing

@testable internal import CredentialProviders

@Suite("Webhooks without a signed token", .timeLimit(.minutes(5)))
struct WebhookTests {
  private static let form = "app_id=77&user_id=1234567890123456789&referrer_type=UNLINK_FROM_APPS"

  private func words(
    _ verifier: any PushVerifier, _ body: String, key: String? = nil,
    headers: [String: String] = [:]
  ) async -> [String] {
    let submission = PushSubmission(
      body: Array(body.utf8), authorization: key.map { Secret(Array($0.utf8)) }, headers: headers)
    switch await verifier.verify(submission, now: PushStage.now) {
    case .verified(let verified):
      return verified.pushes.map { "\($0.credential.subject) \($0.news.word)" }
        + verified.unknown.map { "unknown \($0)" }
    case .refused(let refusal): return ["[\(refusal.code.rawValue)]"]
    }
  }

  @Test("Kakao's unlink webhook has a look decide; without the admin key or its app it is refused")
  func kakao() async throws {
    let verifier = KakaoUnlinkVerifier(
      provider: PushStage.provider, appID: "77", adminKey: SecretBytes(utf8: "admin"))
    #expect(
      await words(verifier, Self.form, key: "KakaoAK admin") == [
        "1234567890123456789 ask_for_look"
      ])
    #expect(await words(verifier, Self.form) == ["[authentication_failed]"])
    #expect(await words(verifier, Self.form, key: "KakaoAK other") == ["[authentication_failed]"])
    #expect(
      await words(verifier, "app_id=78&user_id=1", key: "KakaoAK admin") == ["[invalid_audience]"])
    #expect(await words(verifier, "app_id=77", key: "KakaoAK admin") == ["[invalid_request]"])
    #expect(
      await words(verifier, "app_id=77&user_id=%3", key: "KakaoAK admin") == ["[invalid_request]"])
    #expect(
      await words(verifier, "app_id=77&user_id=1&referrer_type=NEW", key: "KakaoAK admin") == [
        "1 ask_for_look", "unknown referrer_type NEW",
      ])
  }

  @Test("a provider with two transmitters takes a token for one's and a form for the other's")
  func either() async throws {
    let stage = try PushStage(.kakao)
    let verifier = EitherPushVerifier(
      tokens: try stage.verifier,
      others: KakaoUnlinkVerifier(
        provider: PushStage.provider, appID: "77", adminKey: SecretBytes(utf8: "admin")))
    let uri = "https://schemas.openid.net/secevent/oauth/event-type/user-unlinked"
    let token = String(
      decoding: try stage.body("{\"sub\":\"7\",\"events\":{\"\(uri)\":{}}}"), as: UTF8.self)
    #expect(await words(verifier, token) == ["7 consent_withdrawn"])
    #expect(
      await words(verifier, Self.form, key: "KakaoAK admin") == [
        "1234567890123456789 ask_for_look"
      ])
  }

  @Test("GitHub's signed webhook has a look decide, a ping nothing; a wrong signature is refused")
  func github() async throws {
    let secret = SecretBytes(utf8: "shared")
    let verifier = GitHubPushVerifier(provider: PushStage.provider, secret: secret)
    func signed(_ body: String, _ event: String) -> [String: String] {
      let code = SHA256.code(Array(body.utf8), key: secret)
      let digits = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      return ["x-hub-signature-256": "sha256=\(digits)", "x-github-event": event]
    }
    let body = "{\"action\":\"revoked\",\"sender\":{\"id\":9007199254740993}}"
    let event = "github_app_authorization"
    #expect(
      await words(verifier, body, headers: signed(body, event)) == [
        "9007199254740993 ask_for_look"
      ])
    #expect(await words(verifier, body) == ["[authentication_failed]"])
    #expect(
      await words(verifier, body + " ", headers: signed(body, event)) == [
        "[authentication_failed]"
      ])
    #expect(await words(verifier, "{}", headers: signed("{}", "ping")) == [])
    #expect(await words(verifier, "{}", headers: signed("{}", "push")) == ["unknown push"])
  }
}
