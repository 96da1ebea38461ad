internal import CredentialCore
internal import Testing

@testable internal import CredentialProviders

@Suite("Security event tokens and logout tokens", .timeLimit(.minutes(5)))
struct EventTokenTests {
  private static let base = "https://schemas.openid.net/secevent/"
  private static let subject = "\"subject\":{\"subject_type\":\"iss-sub\",\"sub\":\"u1\"}"
  private static let logout =
    "\"events\":{\"http://schemas.openid.net/event/backchannel-logout\":{}}"

  private static func event(_ uri: String, _ more: String = subject) -> String {
    "{\"events\":{\"\(uri)\":{\(more)}}}"
  }

  @Test(
    "Google's events each have their effect",
    arguments: [
      ("risc/event-type/sessions-revoked", "", "u1 session_end"),
      ("oauth/event-type/tokens-revoked", "", "u1 consent_withdrawn"),
      ("oauth/event-type/token-revoked", "", "u1 ask_for_look"),
      ("risc/event-type/account-disabled", ",\"reason\":\"hijacking\"", "u1 account_disabled"),
      ("risc/event-type/account-disabled", ",\"reason\":\"bulk-account\"", ""),
      ("risc/event-type/account-disabled", "", "u1 account_disabled"),
      ("risc/event-type/account-enabled", "", "u1 restored"),
      ("risc/event-type/account-credential-change-required", "", "u1 reauth_needed"),
      ("risc/event-type/account-purged", "", "u1 account_deleted"),
      ("risc/event-type/verification", "", ""),
      (
        "risc/event-type/made-up", "",
        "unknown https://schemas.openid.net/secevent/risc/event-type/made-up"
      ),
    ])
  func google(tail: String, more: String, word: String) async throws {
    let stage = try PushStage(.google, issuer: "https://accounts.google.com")
    let body = try stage.body(
      "{\"iss\":\"https://accounts.google.com/\",\"exp\":1,"
        + Self.event(Self.base + tail, Self.subject + more).dropFirst(), type: "secevent+jwt")
    let words = try await stage.words(body, contentType: "application/secevent+jwt")
    #expect(words == (word.isEmpty ? [] : [word]))
  }

  @Test(
    "Kakao's events each have their effect, under both prefixes",
    arguments: [
      ("oauth", "user-unlinked", ",\"reason\":\"UNLINK_FROM_APPS\"", "7 consent_withdrawn"),
      ("oauth", "user-unlinked", ",\"reason\":\"ACCOUNT_DELETE\"", "7 account_deleted"),
      ("oauth", "user-linked", "", "7 ask_for_look"),
      ("oauth", "tokens-revoked", "", "7 ask_for_look"), ("oauth", "token-issued", "", ""),
      ("risc", "account-purged", "", "7 account_deleted"),
      ("risc", "sessions-revoked", "", "7 session_end"), ("caep", "credential-change", "", ""),
    ])
  func kakao(kind: String, tail: String, more: String, word: String) async throws {
    let stage = try PushStage(.kakao)
    for prefix in [
      "\(Self.base)\(kind)/event-type/", "https://schemas.kakao.com/events/\(kind)/",
    ] {
      let event =
        "\"\(prefix)\(tail)\":{\"subject\":{\"subject_type\":\"iss-sub\",\"sub\":\"7\"}\(more)}"
      let body = try stage.body("{\"sub\":\"7\",\"toe\":1789999999,\"events\":{\(event)}}")
      #expect(try await stage.words(body) == (word.isEmpty ? [] : [word]), "\(prefix)")
    }
  }

  @Test("a user is found in each form, e-mail addresses name nobody, and two users are refused")
  func subjects() async throws {
    let stage = try PushStage(.sharedSignals(algorithms: []))
    let uri = Self.base + "oauth/event-type/tokens-revoked"
    let forms: [(head: String, inner: String, words: [String])] = [
      ("\"sub_id\":{\"format\":\"iss_sub\",\"sub\":\"u1\"},", "", ["u1 consent_withdrawn"]),
      ("\"sub_id\":{\"format\":\"opaque\",\"id\":\"u1\"},", "", ["u1 consent_withdrawn"]),
      (
        "\"sub_id\":{\"format\":\"complex\",\"user\":{\"format\":\"iss_sub\",\"sub\":\"u1\"}},",
        "", ["u1 consent_withdrawn"]
      ),
      (
        "\"sub_id\":{\"user\":{\"format\":\"iss_sub\",\"iss\":\"\(PushStage.issuer)\",\"sub\":\"u1\"}},",
        "", ["u1 consent_withdrawn"]
      ),
      (
        "\"sub_id\":{\"format\":\"aliases\",\"identifiers\":[{\"format\":\"email\",\"email\":\"a@b\"},"
          + "{\"format\":\"iss_sub\",\"sub\":\"u1\"}]},", "", ["u1 consent_withdrawn"]
      ),
      ("\"sub\":\"u1\",", "", ["u1 consent_withdrawn"]),
      ("\"sub\":9007199254740993,", "", ["9007199254740993 consent_withdrawn"]),
      ("", Self.subject, ["u1 consent_withdrawn"]),
      ("\"sub\":\"u1\",", Self.subject, ["u1 consent_withdrawn"]),
      ("\"sub_id\":{\"format\":\"email\",\"email\":\"a@b\"},", "", []),
      ("\"sub\":\"u2\",", Self.subject, ["[invalid_request]"]),
      (
        "\"sub_id\":{\"format\":\"iss_sub\",\"iss\":\"https://other.example\",\"sub\":\"u1\"},",
        "", ["[invalid_request]"]
      ),
      ("\"sub_id\":7,", "", ["[invalid_request]"]),
    ]
    for (head, inner, words) in forms {
      let body = try stage.body("{\(head)\"events\":{\"\(uri)\":{\(inner)}}}")
      #expect(try await stage.words(body) == words, "\(head)\(inner)")
    }
  }

  @Test("the media type may have parameters and any case, or not be said; another is refused")
  func mediaTypes() async throws {
    let stage = try PushStage(.sharedSignals(algorithms: []))
    let body = try stage.body(Self.event(Self.base + "caep/event-type/session-revoked"))
    for type in [
      nil, "application/secevent+jwt", "Application/SecEvent+JWT",
      "application/secevent+jwt; charset=utf-8", " application/secevent+jwt ",
    ] {
      #expect(
        try await stage.words(body, contentType: type) == ["u1 session_end"], "\(type ?? "none")")
    }
    for type in ["text/plain", "application/jwt", ""] {
      #expect(try await stage.words(body, contentType: type) == ["[invalid_request]"], "\(type)")
    }
  }

  @Test(
    "a logout token's kind may be absent or any of its names, but not that of another token",
    arguments: [
      (nil, true), ("JWT", true), ("logout+jwt", true), ("application/logout+jwt", true),
      ("at+jwt", false), ("secevent+jwt", false),
    ] as [(String?, Bool)])
  func kinds(type: String?, isTaken: Bool) async throws {
    let stage = try PushStage(.logout(algorithms: []))
    let words = try await stage.words(
      try stage.body("{\"sub\":\"u1\",\(Self.logout)}", type: type))
    #expect(words == (isTaken ? ["u1 session_end", "u1 ask_for_look"] : ["[invalid_request]"]))
  }

  @Test("a logout token names a user, a session or both; with neither it is refused")
  func sessions() async throws {
    let stage = try PushStage(.logout(algorithms: []))
    for (head, words) in [
      ("\"sub\":\"u1\",", ["u1 session_end", "u1 ask_for_look"]),
      ("\"sub\":\"u1\",\"sid\":\"s1\",", ["u1 session_end", "u1 ask_for_look"]),
      ("\"sid\":\"s1\",", ["session s1"]), ("", ["[invalid_request]"]),
    ] {
      #expect(try await stage.words(try stage.body("{\(head)\(Self.logout)}")) == words)
    }
  }

  @Test("an identity token, or a logout token with a nonce or without its event, logs nobody out")
  func impostors() async throws {
    let stage = try PushStage(.logout(algorithms: []))
    for claims in [
      "{\"sub\":\"u1\"}", "{\"sub\":\"u1\",\"events\":{}}",
      "{\"sub\":\"u1\",\"events\":{\"http://example.com/other\":{}}}",
      "{\"sub\":\"u1\",\"nonce\":\"n\",\(Self.logout)}", "{\"sub\":\"u1\",\"events\":[]}",
    ] {
      #expect(try await stage.words(try stage.body(claims)) == ["[invalid_request]"], "\(claims)")
    }
    let form = try stage.body("{\"sub\":\"u1\",\(Self.logout)}")
    #expect(try await stage.words(form + Array("&".utf8) + form) == ["[invalid_request]"])
  }
}
