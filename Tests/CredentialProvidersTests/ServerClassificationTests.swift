internal import CredentialCore
internal import HTTP
internal import JSON
internal import Testing

@testable internal import CredentialProviders

private typealias Row = ClassificationRow
private let nothing = Answer.transient(retryAfter: nil)
private let dead = Answer.dead(.tokenDead)
private let throttled = Answer.throttled(retryAfter: nil)

private func answer(_ status: Int, _ body: String, type: String? = "application/json")
  -> HTTPResponse
{ AppleAnswers.response(status, body, type: type) }

private func refused(_ status: Int, _ code: String, _ more: String = "") -> HTTPResponse {
  answer(status, #"{"error":"\#(code)"\#(more)}"#)
}

/// What holds for every kind over HTTP, whatever the body says.
private let transport: [Row] = [
  Row("408", refused(408, "invalid_grant"), nothing),
  Row("425", refused(425, "invalid_grant"), nothing),
  Row("500", refused(500, "invalid_grant"), nothing), Row("502", answer(502, ""), nothing),
  Row("503", answer(503, #"{"active":false}"#), nothing), Row("504", answer(504, ""), nothing),
  Row("429", refused(429, "invalid_grant"), throttled),
  Row("301", answer(301, ""), nothing),
  Row("302", refused(302, "invalid_grant"), nothing),
  Row("204", answer(204, ""), nothing),
  Row("200, a portal's page", answer(200, "<html>", type: "text/html"), nothing),
  Row("200, empty", answer(200, ""), nothing),
  Row("200, null", answer(200, "null"), nothing),
  Row("200, cut off", answer(200, #"{"access_token":"a","active":tr"#), nothing),
  Row("200, neither token nor error", answer(200, #"{"token_type":"Bearer"}"#), nothing),
  Row("error that is no text", answer(400, #"{"error":{"code":"invalid_grant"}}"#), nothing),
  Row("server_error", refused(400, "server_error"), nothing),
  Row("temporarily_unavailable", refused(400, "temporarily_unavailable"), nothing),
  Row("slow_down", refused(400, "slow_down"), throttled),
  Row("invalid_client", refused(401, "invalid_client"), .misconfigured),
  Row("unauthorized_client", refused(400, "unauthorized_client"), .misconfigured),
  Row("unsupported_grant_type", refused(400, "unsupported_grant_type"), .misconfigured),
  Row("invalid_scope", refused(400, "invalid_scope"), .misconfigured),
]

private let refresh: [Row] = [
  Row("success", answer(200, #"{"access_token":"a"}"#), .authorized),
  Row("its own id_token", answer(200, identity([])), .authorized),
  Row("another user", answer(200, identity([("sub", "other")])), .mismatched),
  Row("another client", answer(200, identity([("aud", "other")])), .mismatched),
  Row("another issuer", answer(200, identity([("iss", "https://x.example")])), .mismatched),
  Row("unreadable id_token", answer(200, #"{"access_token":"a","id_token":"a.b"}"#), nothing),
  Row("dead token", refused(400, "invalid_grant"), dead),
  Row(
    "dead token, with words",
    refused(400, "invalid_grant", #","error_description":"Token has been expired or revoked.""#),
    dead),
  Row("dead token in a 200", refused(200, "invalid_grant"), dead),
  Row("the code with 401", refused(401, "invalid_grant"), .isolated),
  Row("a code nobody knows", refused(400, "brand_new"), .isolated),
  Row(
    "a subtype nobody knows", refused(400, "invalid_grant", #","error_subtype":"new""#), .isolated),
]

private let oidc: [Row] = [
  Row(
    "encrypted id_token", answer(200, #"{"access_token":"a","id_token":"a.b.c.d.e"}"#), .authorized),
  Row("interaction_required", refused(400, "interaction_required"), .reauthenticate),
  Row("login_required", refused(400, "login_required"), .reauthenticate),
  Row("consent_required", refused(400, "consent_required"), .reauthenticate),
  Row("invalid_request", refused(400, "invalid_request"), .isolated),
  Row("empty 400", answer(400, ""), .isolated),
  Row("404 page", answer(404, "<html>", type: "text/html"), .misconfigured),
  Row("404 with a code", refused(404, "invalid_grant"), .misconfigured),
  Row("401 page", answer(401, "<html>", type: "text/html"), nothing),
  Row("403 text", answer(403, "no", type: "text/plain"), nothing),
]

private let entra: [Row] = [
  ("50173", .reauthenticate), ("70008", .reauthenticate), ("700082", .reauthenticate),
  ("70043", .reauthenticate), ("50076", .reauthenticate), ("53003", .reauthenticate),
  ("700084", .misconfigured), ("700016", .misconfigured), ("7000222", .misconfigured),
  ("65001", dead), ("50057", dead), ("50034", .isolated), ("51004", .isolated),
  ("70012", nothing), ("90033", nothing), ("90055", throttled), ("50196", throttled),
  ("99999999", .isolated),
].map { (number: String, answer: Answer) in
  Row(number, refused(400, "invalid_grant", #","error_codes":[\#(number)]"#), answer)
}

private let google: [Row] = [
  Row("rapt", refused(400, "invalid_grant", #","error_subtype":"invalid_rapt""#), .reauthenticate),
  Row(
    "rapt wanted", refused(400, "invalid_grant", #","error_subtype":"rapt_required""#),
    .reauthenticate),
  Row(
    "rapt in words", refused(400, "invalid_grant", #","error_description":"reauth related error""#),
    .reauthenticate),
  Row("rapt as the code", refused(400, "invalid_rapt"), .reauthenticate),
  Row(
    "account gone",
    refused(400, "invalid_grant", #","error_description":"Account has been deleted""#), dead),
  Row(
    "Bad Request", refused(400, "invalid_grant", #","error_description":"Bad Request""#), .isolated),
  Row("admin's policy", refused(400, "admin_policy_enforced"), .reauthenticate),
  Row(
    "admin's policy as a subtype",
    refused(403, "invalid_grant", #","error_subtype":"admin_policy_enforced""#), .reauthenticate),
  Row("access_denied", refused(403, "access_denied"), .reauthenticate),
  Row("deleted_client", refused(401, "deleted_client"), .misconfigured),
  Row("disabled_client", refused(401, "disabled_client"), .misconfigured),
  Row("org_internal", refused(403, "org_internal"), .misconfigured),
  Row("invalid_request", refused(400, "invalid_request"), .misconfigured),
  Row("rate limit", refused(403, "rate_limit_exceeded"), throttled),
  Row("gateway's rate limit", answer(403, #"{"error":{"code":403}}"#), throttled),
  Row("404 page", answer(404, "<html>", type: "text/html"), nothing),
]

private let introspection: [Row] = [
  Row("active", answer(200, #"{"active":true}"#), .authorized),
  Row(
    "active, this user and client",
    answer(200, #"{"active":true,"sub":"\#(AppleAnswers.subject)","client_id":"com.example.app"}"#),
    .authorized),
  Row("active, another user", answer(200, #"{"active":true,"sub":"other"}"#), .mismatched),
  Row("active, another client", answer(200, #"{"active":true,"client_id":"other"}"#), .mismatched),
  Row("active, user unnamed", answer(200, #"{"active":true,"sub":null}"#), .authorized),
  Row("not active", answer(200, #"{"active":false}"#), dead),
  Row("not active, and more", answer(200, #"{"active":false,"sub":"x"}"#), dead),
  Row("not active with 201", answer(201, #"{"active":false}"#), nothing),
  Row("not active with 400", answer(400, #"{"active":false}"#), nothing),
  Row("active as a text", answer(200, #"{"active":"false"}"#), nothing),
  Row("not active as HTML", answer(200, #"{"active":false}"#, type: "text/html"), nothing),
  Row("JWT", answer(200, "a.b.c", type: "application/token-introspection+jwt"), nothing),
  Row("401", answer(401, ""), .misconfigured),
  Row("401 with a code", refused(401, "invalid_grant"), .misconfigured),
  Row("403", answer(403, #"{"active":false}"#), .misconfigured),
  Row("404", answer(404, ""), .misconfigured),
  Row("invalid_request", refused(400, "invalid_request"), .misconfigured),
  Row("a code nobody knows", refused(400, "brand_new"), .misconfigured),
  Row("invalid_token", refused(400, "invalid_token"), .misconfigured),
  Row("insufficient_scope", refused(400, "insufficient_scope"), .misconfigured),
]

private func identity(_ changes: [(String, JSONValue)]) -> String {
  AppleAnswers.success(
    AppleAnswers.claims([("iss", "https://accounts.google.com")] + changes))
}

@Suite("Answers of OAuth servers, Google and introspection")
struct ServerClassificationTests {
  private func codec(_ profile: AnswerProfile) throws -> RefreshLookCodec {
    RefreshLookCodec(
      address: .configured("https://server.example/token"),
      clients: [try ClientID(AppleAnswers.client)], authentication: .publicClient, profile: profile,
      identity: RefreshedIdentity(issuers: GoogleSettings.issuers))
  }

  private func introspectionCodec() throws -> IntrospectionLookCodec {
    IntrospectionLookCodec(
      address: .configured("https://server.example/introspect"),
      clients: [try ClientID(AppleAnswers.client)], caller: .bearer(Secret([0x61])),
      profile: IntrospectionProfile.builtIn, subjectMember: "sub")
  }

  private func finding(_ codec: any LookCodec, _ response: HTTPResponse) throws -> Finding {
    codec.finding(of: response, for: try AppleAnswers.look(), now: AppleAnswers.now)
  }

  @Test("what HTTP says comes first, for every kind", arguments: transport)
  func every(row: ClassificationRow) throws {
    for codec: any LookCodec in [
      try codec(OIDCProfile.builtIn), try codec(GoogleProfile.builtIn), try introspectionCodec(),
    ] {
      #expect(try finding(codec, row.response).answer == row.answer)
    }
  }

  @Test("a refresh is judged alike at Google and elsewhere", arguments: refresh)
  func refreshes(row: ClassificationRow) throws {
    #expect(try finding(codec(OIDCProfile.builtIn), row.response).answer == row.answer)
    #expect(try finding(codec(GoogleProfile.builtIn), row.response).answer == row.answer)
  }

  @Test("codes of OpenID Connect", arguments: oidc)
  func openID(row: ClassificationRow) throws {
    #expect(try finding(codec(OIDCProfile.builtIn), row.response).answer == row.answer)
  }

  @Test("Entra's numbers tell apart what one code means", arguments: entra)
  func numbers(row: ClassificationRow) throws {
    #expect(try finding(codec(OIDCProfile.builtIn), row.response).answer == row.answer)
  }

  @Test("Google's codes, subtypes and texts", arguments: google)
  func googles(row: ClassificationRow) throws {
    #expect(try finding(codec(GoogleProfile.builtIn), row.response).answer == row.answer)
  }

  @Test("introspection: only a 200 counts", arguments: introspection)
  func introspects(row: ClassificationRow) throws {
    #expect(try finding(introspectionCodec(), row.response).answer == row.answer)
  }

  @Test("the evidence names code and subtype of the kind's own row, and no word of the server's")
  func evidence() throws {
    let rapt = refused(400, "invalid_grant", #","error_subtype":"invalid_rapt""#)
    let google = try codec(GoogleProfile.builtIn)
    #expect(
      try finding(google, rapt).evidence.summary == "400 invalid_grant: invalid_rapt")
    let odd = refused(
      400, "invalid_grant", #","error_subtype":"CANARY","error_description":"CANARY""#)
    #expect(try finding(google, odd).evidence.summary == "400 invalid_grant")
    #expect(
      try finding(introspectionCodec(), answer(200, #"{"active":false}"#)).evidence.summary
        == "200 not active")
  }

  @Test("every row of every kind is reached and says why", arguments: 0..<3)
  func rows(index: Int) {
    let profile = [OIDCProfile.builtIn, GoogleProfile.builtIn, IntrospectionProfile.builtIn][index]
    for (place, row) in profile.rows.enumerated() {
      #expect(!profile.rows[..<place].contains { $0.covers(row) }, "\(row.shown)")
      #expect(row.why.hasSuffix(".") && row.place == nil)
      let codes = row.code.map { [$0] } ?? [nil, "brand_new"]
      let detail =
        row.subtype.map { AnswerDetail(words: [$0], description: $0) } ?? AnswerDetail.empty
      let isReached = row.statuses.joined().contains { status in
        AnswerBody.allCases.contains { body in
          codes.contains { profile.row(status, body, $0, detail) === row }
        }
      }
      #expect(isReached, "\(row.shown)")
    }
  }
}
