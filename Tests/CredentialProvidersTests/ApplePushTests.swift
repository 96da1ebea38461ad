internal import CredentialCore
internal import Crypto
internal import Testing

@testable internal import CredentialProviders

@Suite("Apple's notifications", .timeLimit(.minutes(5)))
struct ApplePushTests {
  private static func event(_ type: String, _ time: String = "1790000000000") -> String {
    let rest = time.isEmpty ? "" : ",\"event_time\":\(time)"
    return "{\"type\":\"\(type)\",\"sub\":\"001.a\"\(rest)}"
  }

  private static func quoted(_ json: String) -> String {
    "\"" + json.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
      + "\""
  }

  @Test(
    "each type leads to its news, both spellings of the deletion to the same",
    arguments: [
      ("consent-revoked", "001.a consent_withdrawn"),
      ("account-delete", "001.a account_deleted"),
      ("account-deleted", "001.a account_deleted"),
      ("email-disabled", "001.a email_disabled"), ("email-enabled", "001.a email_enabled"),
      ("name-changed", "unknown name-changed"),
    ])
  func types(type: String, word: String) async throws {
    let stage = try PushStage(.apple)
    let body = try stage.body("{\"events\":\(Self.quoted(Self.event(type)))}")
    #expect(try await stage.words(body) == [word])
  }

  @Test("events may be a text, an object, a list of either, and a text that holds a list")
  func shapes() async throws {
    let stage = try PushStage(.apple)
    let event = Self.event("consent-revoked")
    for shape in [
      Self.quoted(event), event, "[\(event)]", "[\(Self.quoted(event))]", Self.quoted("[\(event)]"),
    ] {
      let words = try await stage.words(try stage.body("{\"events\":\(shape)}"))
      #expect(words == ["001.a consent_withdrawn"], "\(shape)")
    }
    let both = "[\(event),\(Self.event("email-disabled"))]"
    guard
      case .verified(let verified) = try await stage.reading(
        try stage.body("{\"events\":\(both)}"))
    else { throw PushRefusal(.invalidRequest, "it was refused") }
    #expect(verified.pushes.map(\.news.word) == ["consent_withdrawn", "email_disabled"])
    #expect(Set(verified.pushes.map(\.id)).count == 2 && verified.status == 200)
  }

  @Test(
    "the event's time may be in milliseconds, seconds or a text; without a sane one it is iat",
    arguments: [
      ("1789999999123", 1_789_999_999_123), ("1789999999", 1_789_999_999_000),
      ("\"1789999999123\"", 1_789_999_999_123), ("-1", 1_789_999_990_000),
      ("0", 1_789_999_990_000), ("", 1_789_999_990_000), ("true", 1_789_999_990_000),
      ("9000000000000000000", 1_789_999_990_000), ("1e300", 1_789_999_990_000),
    ] as [(String, Int64)])
  func times(text: String, milliseconds: Int64) async throws {
    let stage = try PushStage(.apple)
    let body = try stage.body("{\"events\":\(Self.event("consent-revoked", text))}")
    guard case .verified(let verified) = try await stage.reading(body) else {
      throw PushRefusal(.invalidRequest, "it was refused")
    }
    #expect(verified.pushes.first?.at == Moment(milliseconds: milliseconds))
  }

  @Test("without a jti what was signed tells it from others; exp is judged when it is there")
  func optional() async throws {
    let stage = try PushStage(.apple)
    let events = "\"events\":\(Self.event("consent-revoked"))"
    guard
      case .verified(let one) = try await stage.reading(
        try stage.body("{\(events)}", without: ["jti"])),
      case .verified(let other) = try await stage.reading(
        try stage.body("{\(events),\"more\":1}", without: ["jti"]))
    else { throw PushRefusal(.invalidRequest, "it was refused") }
    #expect(one.id != other.id && one.id.hasPrefix("sha256 "))
    let late = try stage.body("{\(events),\"exp\":1789999000,\"iat\":1789998800}")
    #expect(try await stage.words(late) == ["[invalid_request]"])
    // The endpoint may have kept it while the daemon was away.
    let kept = PushSubmission(body: late, received: Moment(milliseconds: 1_789_998_900_000))
    guard case .verified = try await stage.verifier.verify(kept, now: PushStage.now) else {
      throw PushRefusal(.invalidRequest, "it was refused")
    }
  }
}
