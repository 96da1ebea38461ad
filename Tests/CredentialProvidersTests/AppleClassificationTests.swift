internal import CredentialCore
internal import HTTP
internal import JSON
internal import Testing

@testable internal import CredentialProviders

/// One row of the table: an answer and its class.
struct ClassificationRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let response: HTTPResponse
  let answer: Answer

  init(_ testDescription: String, _ response: HTTPResponse, _ answer: Answer) {
    self.testDescription = testDescription
    self.response = response
    self.answer = answer
  }
}

private typealias Row = ClassificationRow
private let nothing = Answer.transient(retryAfter: nil)

private func answer(_ status: Int, _ body: String, type: String? = "application/json")
  -> HTTPResponse
{ AppleAnswers.response(status, body, type: type) }

private func refused(_ status: Int, _ code: String) -> HTTPResponse {
  answer(status, #"{"error":"\#(code)"}"#)
}

private let successes = [
  Row("opaque access token", answer(200, #"{"access_token":"aa11.0.mz.bb22"}"#), .authorized),
  Row("empty refresh_token", answer(200, #"{"access_token":"a","refresh_token":""}"#), .authorized),
  Row(
    "null refresh_token", answer(200, #"{"access_token":"a","refresh_token":null}"#), .authorized),
  Row("null id_token", answer(200, #"{"access_token":"a","id_token":null}"#), .authorized),
  Row("fitting id_token", answer(200, AppleAnswers.success(AppleAnswers.claims())), .authorized),
  Row(
    "audience as a list",
    answer(200, AppleAnswers.success(AppleAnswers.claims([("aud", ["x", "com.example.app"])]))),
    .authorized),
  Row(
    "another subject",
    answer(200, AppleAnswers.success(AppleAnswers.claims([("sub", "other")]))), .mismatched),
  Row(
    "subject in another case",
    answer(200, AppleAnswers.success(AppleAnswers.claims([("sub", "001667.7F1E")]))),
    .mismatched),
  Row(
    "another subject, ours as transfer_sub",
    answer(
      200,
      AppleAnswers.success(
        AppleAnswers.claims([("sub", "other"), ("transfer_sub", .string(AppleAnswers.subject))]))),
    .transferred),
  Row(
    "another audience",
    answer(200, AppleAnswers.success(AppleAnswers.claims([("aud", "com.example.App")]))),
    .mismatched),
  Row(
    "another issuer", answer(200, AppleAnswers.success(AppleAnswers.claims([("iss", "x")]))),
    .mismatched),
  Row("unreadable id_token", answer(200, #"{"access_token":"a","id_token":"a.b"}"#), nothing),
  Row("error in a 200", refused(200, "invalid_grant"), .dead(.tokenDead)),
  Row("error of ours in a 200", refused(200, "invalid_client"), .misconfigured),
  Row("no access token", answer(200, #"{"token_type":"Bearer"}"#), nothing),
  Row("empty access token", answer(200, #"{"access_token":""}"#), nothing),
  Row("empty 200", answer(200, ""), nothing),
  Row("cut-off 200", answer(200, #"{"access_token":"a"#), nothing),
  Row("list in a 200", answer(200, #"["access_token"]"#), nothing),
  Row("captive portal", answer(200, "<html>", type: "text/html"), nothing),
  Row("JSON sent as HTML", answer(200, #"{"access_token":"a"}"#, type: "text/html"), nothing),
  Row("204", answer(204, ""), nothing), Row("201", answer(201, "{}"), nothing),
]

private let refusals = [
  Row("dead token", refused(400, "invalid_grant"), .dead(.tokenDead)),
  Row(
    "dead token, type with a parameter",
    answer(400, #"{"error":"invalid_grant"}"#, type: "Application/JSON ; charset=UTF-8"),
    .dead(.tokenDead)),
  Row("invalid_request", refused(400, "invalid_request"), .isolated),
  Row("invalid_grant with 401", refused(401, "invalid_grant"), .isolated),
  Row("invalid_grant with 403", refused(403, "invalid_grant"), .isolated),
  Row("invalid_grant with 422", refused(422, "invalid_grant"), .isolated),
  Row("unknown code with 403", refused(403, "brand_new"), .isolated),
  Row("empty 400", answer(400, ""), .isolated),
  Row("invalid_client", refused(400, "invalid_client"), .misconfigured),
  Row("invalid_client with 401", refused(401, "invalid_client"), .misconfigured),
  Row("unauthorized_client", refused(400, "unauthorized_client"), .misconfigured),
  Row("unsupported_grant_type", refused(400, "unsupported_grant_type"), .misconfigured),
  Row("invalid_scope", refused(400, "invalid_scope"), .misconfigured),
  Row("unknown code", refused(400, "brand_new"), .isolated),
  Row("code in another case", refused(400, "Invalid_Grant"), .isolated),
  Row("code with a blank", refused(400, "invalid_grant "), .isolated),
  Row("error that is no text", answer(400, #"{"error":{"code":"invalid_grant"}}"#), nothing),
  Row("two errors", answer(400, #"{"error":"invalid_grant","error":"x"}"#), nothing),
  Row(
    "invalid_grant as HTML", answer(400, #"{"error":"invalid_grant"}"#, type: "text/html"), nothing),
  Row(
    "invalid_grant as another type",
    answer(400, #"{"error":"invalid_grant"}"#, type: "application/jsonl"), nothing),
  Row("foreign JSON", answer(400, #"{"message":"no"}"#), nothing),
  Row("401 page", answer(401, "<html>", type: "text/html"), nothing),
  Row("403 page", answer(403, "<html>", type: "text/html"), nothing),
  Row("404 page", answer(404, "<html>", type: "text/html"), nothing),
  Row("404 without a type", answer(404, "", type: nil), nothing),
  Row("301", answer(301, ""), nothing),
  Row("302 with a body", refused(302, "invalid_grant"), nothing),
  Row("408", refused(408, "invalid_grant"), nothing),
  Row("425", refused(425, "invalid_grant"), nothing),
  Row("500", refused(500, "invalid_grant"), nothing), Row("502", answer(502, ""), nothing),
  Row("503", answer(503, "<html>", type: "text/html"), nothing),
  Row("504", answer(504, ""), nothing), Row("599", answer(599, ""), nothing),
  Row("429", refused(429, "invalid_grant"), .throttled(retryAfter: nil)),
  Row("slow_down", refused(400, "slow_down"), .throttled(retryAfter: nil)),
  Row("server_error", refused(400, "server_error"), nothing),
  Row("temporarily_unavailable", refused(400, "temporarily_unavailable"), nothing),
]

@Suite("Apple's answers")
struct AppleClassificationTests {
  private func finding(_ response: HTTPResponse) throws -> Finding {
    let look = try AppleAnswers.look()
    return AppleClassification(
      profile: AppleProfile.builtIn, client: look.client, subject: look.credential.subject
    ).finding(of: response, now: AppleAnswers.now)
  }

  @Test("a 200 is judged by its body", arguments: successes)
  func success(row: ClassificationRow) throws {
    #expect(try finding(row.response).answer == row.answer)
  }

  @Test("everything but a 200 is judged by status and code", arguments: refusals)
  func refusal(row: ClassificationRow) throws {
    #expect(try finding(row.response).answer == row.answer)
  }

  @Test(
    "the wait that is asked for is kept, at most an hour",
    arguments: [
      ("120", 120), (" 120 ", 120), ("31536000", 3600), ("Sun, 06 Nov 1994 08:51:37 GMT", 120),
      ("Mon, 06 Nov 1995 08:51:37 GMT", 3600),
    ])
  func retryAfter(value: String, seconds: Int) throws {
    let field = [HTTPField("Retry-After", value)]
    let throttled = try finding(AppleAnswers.response(429, "", field))
    #expect(throttled.answer == .throttled(retryAfter: .seconds(seconds)))
    let outage = try finding(AppleAnswers.response(503, "", field))
    #expect(outage.answer == .transient(retryAfter: .seconds(seconds)))
  }

  @Test("the evidence names status and code, and never repeats what could be a secret")
  func evidence() throws {
    #expect(try finding(refused(400, "invalid_grant")).evidence.summary == "400 invalid_grant")
    #expect(
      try finding(refused(400, "brand_new")).evidence.summary == "unknown answer: 400 brand_new")
    let odd = try finding(refused(400, "CANARY\\n1"))
    #expect(odd.evidence.summary == "unknown answer: 400 (8 bytes)")
    let page = try finding(answer(503, "<html>CANARY", type: "text/html; charset=utf-8"))
    #expect(page.evidence.summary == "503 text/html, 12 bytes")
  }

  @Test("of what is no OAuth answer status, media type and size are told, never the body")
  func outline() throws {
    let odd: [(HTTPResponse, String)] = [
      (answer(200, "<html>CANARY", type: "text/html"), "200 text/html, 12 bytes"),
      (answer(200, "null"), "200 application/json, 4 bytes"),
      (answer(200, ""), "200 without a body"),
      (answer(400, "CANARY", type: "text/plain"), "400 text/plain, 6 bytes"),
      (answer(401, "", type: nil), "401 without a body"),
      (answer(403, #"{"message":"CANARY"}"#), "403 application/json, 20 bytes"),
    ]
    for (response, summary) in odd {
      #expect(try finding(response).evidence.summary == summary)
    }
  }
}
