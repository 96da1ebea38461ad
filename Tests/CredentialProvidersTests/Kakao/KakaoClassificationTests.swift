internal import CredentialCore
internal import HTTP
internal import JSON
internal import Testing

@testable internal import CredentialProviders

@Suite("What Kakao's answers say")
struct KakaoClassificationTests {
  private static let now = AppleAnswers.now
  private static let id = "9007199254740993"

  /// A codec whose key is proven, or not.
  private func codec(isProven: Bool = true) throws -> KakaoLookCodec {
    let proof = KakaoKeyProof(canaries: [])
    for user in isProven ? ["1", "2"] : [] {
      proof.note(try #require(KakaoUser(["id": .string(user)])))
    }
    return KakaoLookCodec(
      endpoint: "https://127.0.0.1", app: try ClientID("100"), key: Secret(Array("k".utf8)),
      profile: KakaoProfile.builtIn, proof: proof)
  }

  private func look(_ subject: String = id) throws -> Look {
    try AppleAnswers.look(subject: subject, client: "100", token: "")
  }

  private func answer(_ status: Int, _ body: String, isProven: Bool = true) throws -> Answer {
    try codec(isProven: isProven)
      .finding(of: AppleAnswers.response(status, body), for: look(), now: Self.now).answer
  }

  @Test(
    "each code of Kakao's table has its class",
    arguments: [
      (400, -101, Answer.dead(.notLinked)), (403, -101, .isolated), (400, -103, .unclear),
      (403, -4, .unclear), (401, -406, .unclear), (400, -102, .unclear), (403, -402, .unclear),
      (401, -401, .misconfigured), (403, -3, .misconfigured), (403, -5, .misconfigured),
      (403, -6, .misconfigured), (403, -12, .misconfigured), (400, -8, .misconfigured),
      (400, -9, .misconfigured), (400, -11, .misconfigured), (400, -201, .misconfigured),
      (400, -903, .misconfigured), (400, -2, .misconfigured),
      (400, -10, .throttled(retryAfter: nil)), (429, -10, .throttled(retryAfter: nil)),
      (400, -1, .transient(retryAfter: nil)), (400, -7, .transient(retryAfter: nil)),
      (400, -603, .transient(retryAfter: nil)), (503, -9798, .transient(retryAfter: nil)),
      (400, -4711, .isolated), (200, -101, .transient(retryAfter: nil)),
      (500, -101, .transient(retryAfter: nil)),
    ])
  func codes(status: Int, code: Int, expected: Answer) throws {
    #expect(try answer(status, #"{"msg":"-101","code":\#(code)}"#) == expected)
  }

  @Test(
    "only a user with the very number asked about is authorized",
    arguments: [
      (#"{"id":9007199254740993}"#, Answer.authorized),
      (#"{"id":"9007199254740993"}"#, .authorized),
      (#"{"id":9007199254740993,"has_signed_up":true}"#, .authorized),
      (#"{"id":9007199254740993,"has_signed_up":false}"#, .unclear),
      (#"{"id":9007199254740992}"#, .mismatched),
      (#"{"id":9007199254740993.0}"#, .transient(retryAfter: nil)),
      (#"{"id":"09007199254740993"}"#, .transient(retryAfter: nil)),
      (#"{"id":99999999999999999999}"#, .transient(retryAfter: nil)),
      (#"{}"#, .transient(retryAfter: nil)), (#"[]"#, .transient(retryAfter: nil)),
      ("<html>", .transient(retryAfter: nil)), ("", .transient(retryAfter: nil)),
    ])
  func users(body: String, expected: Answer) throws {
    #expect(try answer(200, body) == expected)
  }

  @Test("not linked counts only under a key that is proven by two users")
  func proof() throws {
    let body = #"{"code":-101}"#
    #expect(try answer(400, body, isProven: false) == .misconfigured)
    #expect(try answer(400, body) == .dead(.notLinked))
  }

  @Test(
    "what is no number of 64 bits is no user ID, and nothing is sent for it",
    arguments: [
      ("1", true), ("9223372036854775807", true), ("9223372036854775808", false), ("0", false),
      ("0012", false), ("-1", false), ("+1", false), ("1e3", false), ("1 ", false), ("１", false),
      ("alice", false),
    ])
  func ids(subject: String, isID: Bool) throws {
    #expect((NumericUserID.problem(try Subject(subject)) == nil) == isID)
    let request = try codec().request(for: look(subject), tag: 0, now: Self.now)
    switch request {
    case .success(let request):
      #expect(isID && request.url.hasSuffix("&target_id=\(subject)"))
    case .failure(let refusal): #expect(!isID && refusal.finding.answer == .mismatched)
    }
  }

  @Test("a refused list is asked for one by one where it may be about one of them")
  func lists() throws {
    let looks = [try look("1"), try look("2")]
    func findings(_ status: Int, _ body: String) throws -> [Answer?] {
      try codec().findings(
        of: AppleAnswers.response(status, body), for: looks, now: Self.now
      ).map(\.?.answer)
    }
    for code in [-101, -103, -4, -2, -4711] {
      #expect(try findings(400, #"{"code":\#(code)}"#) == [nil, nil], "\(code)")
    }
    #expect(try findings(401, #"{"code":-401}"#) == [.misconfigured, .misconfigured])
    #expect(
      try findings(429, #"{"code":-10}"#)
        == [.throttled(retryAfter: nil), .throttled(retryAfter: nil)])
    #expect(
      try findings(200, #"{"users":[]}"#)
        == [.transient(retryAfter: nil), .transient(retryAfter: nil)])
    #expect(try findings(200, #"[{"id":2},{"id":"x"},7]"#) == [nil, .authorized])
  }

  @Test("the key is asked with, and shown by nothing")
  func secret() throws {
    let codec = try codec()
    var shown = ""
    dump(codec, to: &shown)
    #expect(codec.fields.first?.value == "KakaoAK k" && !shown.contains("KakaoAK"))
  }
}
