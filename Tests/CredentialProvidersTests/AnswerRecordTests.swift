internal import CredentialCore
internal import CredentialSandbox
internal import Crypto
internal import HTTP
internal import JSON
internal import Support
internal import Testing

@testable internal import CredentialProviders

@Suite("Answers about a test user, redacted", .timeLimit(.minutes(5)))
struct AnswerRecordTests {
  /// Secrets and identifiers of every form that an answer may hold, and none of whose parts may stay.
  private static let secrets = [
    "ya29.CANARY-access", "r0.CANARYrefresh.MzQ1", "canary@privaterelay.appleid.com",
    "001667.7f1e0000000000000000000000e6f1.0433", "canaryname", "CANARY_ID_77", "canarycookie",
  ]

  private func record(_ response: HTTPResponse) throws -> RecordedAnswer {
    let look = try AppleAnswers.look()
    let finding = AppleClassification(
      profile: AppleProfile.builtIn, client: look.client, subject: look.credential.subject
    ).finding(of: response, now: AppleAnswers.now)
    let row = AppleProfile.builtIn.row(for: OAuthAnswer(response))
    return AnswerRecord.of(.success(response), row: row, look, finding, at: AppleAnswers.now)
  }

  private func body(_ text: String, status: Int = 400, type: String = "application/json") throws
    -> String
  {
    try record(AppleAnswers.response(status, text, type: type)).body
  }

  @Test(
    "of a success the names, types and lengths are kept, of an id_token the names of its claims")
  func success() throws {
    let claims = AppleAnswers.claims([("email", .string(Self.secrets[2])), ("canaryname", 1)])
    let response = AppleAnswers.response(200, AppleAnswers.success(claims))
    let record = try record(response)
    #expect(record.status == 200 && record.answer == "authorized" && record.row == "200 token")
    let json = try JSONValue.parse(Array(record.body.utf8), maximumBytes: 4096)
    #expect(json["access_token"] == "text, 1 bytes" && json["token_type"] == "bearer")
    #expect(json["expires_in"] == "integer")
    let identity = try #require(json["id_token"]?.string)
    #expect(identity.hasPrefix("JWT, ") && identity.hasSuffix(": aud email email_verified iss sub"))
    #expect(!record.body.contains("canary"))
  }

  @Test("of an error its code is kept, and the known words of its description")
  func errors() throws {
    #expect(try body(#"{"error":"invalid_grant"}"#) == #"{"error":"invalid_grant"}"#)
    #expect(
      try body(
        #"{"error":"invalid_request","error_description":"The code x7Q of bob has expired"}"#)
        == #"{"error":"invalid_request","error_description":"text, 31 bytes: the code ... of ... has expired"}"#
    )
    #expect(try body(#"{"error":"user_blocked_hard"}"#).contains("user_blocked_hard"))
    for code in ["canaryname", "CANARY", "a_b_c_d_e_f_g", "invalid_grant\\u0000", "r.token"] {
      #expect(try !body(#"{"error":"\#(code)"}"#).contains("\"\(code)\""), "\(code)")
    }
  }

  @Test("no value that could be a secret or an identifier is kept, wherever the answer has it")
  func secrets() throws {
    for secret in Self.secrets {
      let texts = [
        #"{"access_token":"S","refresh_token":"S","id_token":"S"}"#, #"{"S":"S"}"#,
        #"{"error":"S","error_description":"S","error_uri":"https://x/S"}"#,
        #"{"error":{"message":"S"},"errors":[{"S":"S"},["S"]]}"#,
        #"{"a":{"b":{"c":{"d":"S","S":1}}},"sub":"S","email":"S","token_type":"S"}"#,
        #"{"error_description":"The user S has S@S revoked S."}"#, "S", "<html>S", #"["S"]"#,
      ]
      for text in texts.map({ $0.replacing("S", with: secret) }) {
        for (type, status) in [("application/json", 400), ("text/html", 200), (secret, 503)] {
          let fields = [
            "Server", "Date", "Retry-After", "Cache-Control", "Set-Cookie", "WWW-Authenticate",
            "Location", secret,
          ].map { HTTPField($0, "\(secret)=\(secret)") }
          let response = AppleAnswers.response(status, text, type: type, fields)
          let record = try record(response)
          let shown = "\(record.fields)"
          #expect(!shown.lowercased().contains("canary"), "\(shown)")
          #expect(!shown.contains("7f1e0000") && !shown.contains("0433"), "\(shown)")
        }
      }
    }
  }

  @Test("header fields of the list are kept in their forms, others are not")
  func headers() throws {
    let response = AppleAnswers.response(
      429, "x",
      [
        HTTPField("Server", "Apple"), HTTPField("Date", "Sun, 06 Nov 1994 08:49:37 GMT"),
        HTTPField("Retry-After", "120"), HTTPField("Cache-Control", "no-store, max-age=0"),
        HTTPField("Content-Length", "1"), HTTPField("X-Request-Id", "abc"),
      ])
    #expect(
      try record(response).headers == [
        "content-type: application/json;charset=utf-8", "content-length: 1",
        "date: Sun, 06 Nov 1994 08:49:37 GMT", "retry-after: 120", "server: apple",
        "cache-control: no-store, ...",
      ])
  }

  @Test("pages, empty bodies and large ones are told in words")
  func pages() throws {
    #expect(try body("") == "empty")
    #expect(
      try body("\n<!DOCTYPE html><p>x", status: 200, type: "text/html") == "HTML page, 20 bytes")
    #expect(try body("nonsense", status: 503) == "no JSON object, 8 bytes")
    let many = (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let shape = try body("{\(many)}")
    #expect(shape.utf8.count <= 4096 && shape.contains(#""more":"68 members""#))
    #expect(try body(#"{"claims":{"user":{"scope":{"state":1}}}}"#).contains("object, 1 members"))
  }

  @Test("only looks at test users are recorded, whatever the provider answers")
  func looks() async throws {
    let stage = try AppleStage(kind: "sandbox")
    var looks = [try stage.stage.alive(0), try stage.stage.dead(), try stage.stage.alive(2)]
    for index in 0..<2 { looks[index].isRecorded = true }
    let results = await stage.stage.results(of: looks, now: AppleStage.start)
    let records = results.compactMap(\.record).sorted { $0.credential < $1.credential }
    #expect(records.map(\.credential.subject.text) == ["user.0", "user.revoked"])
    #expect(records.map(\.answer) == ["authorized", "token_dead"])
    #expect(records.map(\.row) == ["200 token", "200, 400 error invalid_grant"])
    stage.sandbox.setMode(.drop)
    let lost = await stage.stage.results(of: [looks[0]], now: AppleStage.start)
    #expect(lost.first?.record?.body == "no answer: lost" && lost.first?.record?.status == nil)
    await stage.stop()
  }
}
