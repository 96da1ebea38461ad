internal import CredentialCore
internal import HTTP
internal import Testing

@testable internal import CredentialProviders

@Suite("A replacement token in an answer")
struct ReplacementTokenTests {
  private static let presented = Secret(Array("old".utf8))

  private static func response(
    _ body: String, _ status: Int = 200, type: String = "application/json"
  ) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: [HTTPField("Content-Type", type)], body: Array(body.utf8))
  }

  private func found(_ body: String, _ status: Int = 200) -> String? {
    ReplacementToken.found(in: Self.response(body, status), for: Self.presented)?
      .withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test("is found whatever else is right or wrong with the answer")
  func present() {
    #expect(found(#"{"access_token":"a","refresh_token":"new"}"#) == "new")
    #expect(found(#"{"refresh_token":"new","id_token":"cannot be checked yet"}"#) == "new")
    #expect(found(#"{"refresh_token":"new"}"#, 201) == "new")
    #expect(found(#"{"access_token":7,"refresh_token":"n\u00e9w"}"#) == "néw")
  }

  @Test("is none when absent, null, empty, no text, the same, or in a refusal")
  func absent() {
    #expect(found(#"{"access_token":"a"}"#) == nil)
    #expect(found(#"{"access_token":"a","refresh_token":null}"#) == nil)
    #expect(found(#"{"access_token":"a","refresh_token":""}"#) == nil)
    #expect(found(#"{"access_token":"a","refresh_token":5}"#) == nil)
    #expect(found(#"{"access_token":"a","refresh_token":"old"}"#) == nil)
    #expect(found(#"{"error":"x","refresh_token":"new"}"#, 400) == nil)
    #expect(found(#"{"access_token":"a","refresh_token":"cut"#) == nil)
    #expect(found("") == nil && found("\"refresh_token\"") == nil)
  }

  @Test(
    "What leaves open whether the token was replaced is a success that cannot be read and a failing server",
    arguments: [
      (200, true), (204, true), (302, false), (400, false), (401, false), (404, false),
      (408, false), (429, false), (500, true), (502, true), (503, false), (504, true),
    ])
  func open(status: Int, isOpen: Bool) {
    let answer = Answer.transient(retryAfter: nil)
    let response = Self.response("<html>", status, type: "text/html")
    #expect(ReplacementToken.mayBeMissing(from: response, taken: answer) == isOpen)
  }

  @Test("A success that was read leaves nothing open")
  func closed() {
    for answer in [Answer.authorized, .mismatched, .dead(.tokenDead)] {
      #expect(!ReplacementToken.mayBeMissing(from: Self.response("{}"), taken: answer))
    }
  }
}
