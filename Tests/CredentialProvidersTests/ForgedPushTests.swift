internal import CredentialCore
internal import Crypto
internal import JOSE
internal import JSON
internal import Testing

@testable internal import CredentialProviders

@Suite("Pushes that are not believed", .timeLimit(.minutes(5)))
struct ForgedPushTests {
  private static let events = "\"events\":{\"type\":\"consent-revoked\",\"sub\":\"u1\"}"

  private func refusal(_ stage: PushStage, _ body: [UInt8]) async throws -> PushRefusal {
    guard case .refused(let refusal) = try await stage.reading(body) else {
      throw PushRefusal(.invalidRequest, "it was taken")
    }
    return refusal
  }

  @Test("each is refused for its own reason, with the transmitter's code and its id if it has one")
  func matrix() async throws {
    let stage = try PushStage(.apple)
    let cases: [(body: [UInt8], code: PushRefusal.Code, words: String)] = [
      ([], .invalidRequest, "empty"), (Array("payload".utf8), .invalidRequest, "no JSON"),
      (Array("{\"load\":1}".utf8), .invalidRequest, "payload"),
      (Array("{\"payload\":\"a.b\"}".utf8), .invalidRequest, "1 dots"),
      (
        try stage.body("{\(Self.events)}", key: .generateP256()), .authenticationFailed,
        "not that of the issuer's key"
      ),
      (
        try stage.body("{\(Self.events),\"iss\":\"https://evil.example\"}"), .invalidIssuer,
        "evil.example"
      ),
      (try stage.body("{\(Self.events)}", without: ["iss"]), .invalidIssuer, "iss"),
      (try stage.body("{\(Self.events),\"aud\":\"x\"}"), .invalidAudience, "\"x\""),
      (try stage.body("{\(Self.events)}", without: ["aud"]), .invalidAudience, "aud"),
      (try stage.body("{\(Self.events)}", without: ["iat"]), .invalidRequest, "iat"),
      (try stage.body("{\(Self.events),\"iat\":1790009999}"), .invalidRequest, "ahead"),
      (try stage.body("{\(Self.events),\"exp\":1}"), .invalidRequest, "ended"),
      (try stage.body("{}"), .invalidRequest, "events of the token is missing"),
      (try stage.body("{\"events\":7}"), .invalidRequest, "text type"),
      (try stage.body("{\"events\":\"{\"}"), .invalidRequest, "without JSON"),
      (try stage.body("{\"events\":[]}"), .invalidRequest, "0 events"),
      (
        try stage.body("{\"events\":{\"type\":\"consent-revoked\"}}"), .invalidRequest,
        "names no user"
      ),
      (
        try stage.body("{\"events\":{\"type\":\"consent-revoked\",\"sub\":true}}"),
        .invalidRequest, "no text"
      ),
      (
        try stage.body("{\"events\":{\"type\":\"consent-revoked\",\"sub\":\"\"}}"),
        .invalidRequest, "is empty"
      ),
      (try stage.body("{\(Self.events),\"jti\":\"\"}"), .invalidRequest, "jti"),
    ]
    var sentences: Set<String> = []
    for (body, code, words) in cases {
      let refusal = try await refusal(stage, body)
      #expect(refusal.code == code && refusal.sentence.contains(words), "\(refusal)")
      #expect(refusal.status == 400)
      sentences.insert(refusal.sentence)
    }
    #expect(sentences.count == cases.count)
    let known = try await refusal(stage, try stage.body("{\(Self.events),\"aud\":\"x\"}"))
    #expect(known.id == "id-1")
  }

  @Test("unsigned, by a shared secret, and with a key of its own: refused before any key is used")
  func headers() async throws {
    let stage = try PushStage(.apple)
    let claims = JSONValue.object(try stage.claims("{\(Self.events)}")).encoded()
    let payload = Base64URL.encode(claims.utf8)
    for (header, code) in [
      ("{\"alg\":\"none\"}", PushRefusal.Code.authenticationFailed),
      ("{\"alg\":\"HS256\",\"kid\":\"k1\"}", .authenticationFailed),
      ("{\"alg\":\"RS256\",\"kid\":\"k1\"}", .invalidKey),
      ("{\"alg\":\"ES256\",\"kid\":\"k1\",\"jku\":\"https://evil.example\"}", .invalidKey),
      ("{\"alg\":\"ES256\",\"kid\":\"other\"}", .invalidKey),
      ("{\"alg\":\"ES256\",\"kid\":\"k1\",\"crit\":[\"b\"]}", .invalidRequest),
    ] {
      let token = "\(Base64URL.encode(header.utf8)).\(payload).\(Base64URL.encode([1, 2, 3]))"
      let refusal = try await refusal(stage, stage.wrapped(token))
      #expect(refusal.code == code, "\(header): \(refusal)")
    }
  }

  @Test("what is too large is refused with 413, more than ten events with 400")
  func sizes() async throws {
    let stage = try PushStage(.apple)
    let long = [UInt8](repeating: 0x61, count: PushSubmission.longestBody + 1)
    #expect(try await refusal(stage, long).status == 413)
    let token = String(repeating: "a", count: TransmitterProfile.longestToken + 1)
    #expect(try await refusal(stage, stage.wrapped(token)).status == 413)
    let event = "{\"type\":\"consent-revoked\",\"sub\":\"u1\"}"
    let many = Array(repeating: event, count: 11).joined(separator: ",")
    #expect(
      try await refusal(stage, try stage.body("{\"events\":[\(many)]}")).sentence
        .contains("11 events"))
  }

  @Test("keys that are not to be had make the sender come again, and never a bad signature")
  func noKeys() async throws {
    var stage = try PushStage(.apple)
    stage.hasKeys = false
    let refusal = try await refusal(stage, try stage.body("{\(Self.events)}"))
    #expect(refusal.isRetryable && refusal.status == 503)
    let answer = PushAnswer(refusal).fields
    #expect(answer["outcome"] == .text("try_later") && answer["retry_after"] == .integer(30))
  }
}
