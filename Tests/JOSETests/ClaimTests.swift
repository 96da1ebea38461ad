internal import JOSE
internal import JSON
internal import Testing

@Suite("Claims of a token")
struct ClaimTests {
  private let bench: TokenBench

  init() throws { bench = try TokenBench() }

  private static var rules: ClaimRules {
    var rules = ClaimRules(
      issuers: ["https://issuer.example"], audiences: ["client", "other"], leeway: 60)
    rules.nonce = .equal("n-1")
    return rules
  }

  private func claims(_ change: [(String, JSONValue?)]) throws -> ClaimSet {
    try ClaimSet(
      bench.keys.verify(
        CompactJWS(bench.token(TokenBench.claims(change))), TokenBench.rules))
  }

  /// Why claims with this change are refused; nil when they are accepted.
  private func refusal(
    _ change: [(String, JSONValue?)], _ rules: ClaimRules = ClaimTests.rules,
    now: Int64 = TokenBench.now
  ) throws -> TokenFault.Code? {
    let claims = try claims(change)
    do throws(TokenFault) {
      _ = try rules.accept(claims, now: now)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("good claims are accepted, and say whom they are about and for")
  func good() throws {
    let accepted = try Self.rules.accept(claims([]), now: TokenBench.now)
    #expect(accepted.subject == "001.a.2" && accepted.audience == "client")
    #expect(accepted.issued == TokenBench.now && accepted.issuer == "https://issuer.example")
  }

  @Test("issuer and audience are compared byte by byte")
  func names() throws {
    let cases: [([(String, JSONValue?)], TokenFault.Code?)] = [
      ([("iss", nil)], .wrongIssuer), ([("iss", 7)], .wrongIssuer),
      ([("iss", "https://issuer.example/")], .wrongIssuer),
      ([("iss", "HTTPS://issuer.example")], .wrongIssuer),
      ([("iss", ["https://issuer.example"])], .wrongIssuer),
      ([("aud", nil)], .wrongAudience), ([("aud", [])], .wrongAudience),
      ([("aud", ["client", 7])], .wrongAudience), ([("aud", "Client")], .wrongAudience),
      ([("aud", "client ")], .wrongAudience), ([("aud", ["x", "y", "z"])], .wrongAudience),
      ([("aud", ["client"])], nil), ([("aud", ["client", "other"])], nil),
      ([("aud", ["evil", "client"])], .foreignAudience),
      ([("aud", ["evil", "client"]), ("azp", "client")], nil),
      ([("aud", ["evil", "client"]), ("azp", "evil")], .foreignAudience),
      ([("azp", "other")], nil), ([("azp", "evil")], .wrongParty), ([("azp", 7)], .badClaim),
    ]
    for (change, reason) in cases { #expect(try refusal(change) == reason, "\(change)") }
  }

  @Test("a party that is not the audience is accepted where the rules say so")
  func parties() throws {
    var rules = Self.rules
    rules.party = .oneOf(["device"])
    #expect(try refusal([("azp", "device")], rules) == nil)
    #expect(try refusal([("azp", "client")], rules) == .wrongParty)
    rules.party = .any
    #expect(try refusal([("azp", "x")], rules) == nil)
    rules.allowsForeignAudiences = true
    #expect(try refusal([("aud", ["evil", "client"])], rules) == nil)
  }

  @Test("times are judged with the leeway on both sides, to the second")
  func times() throws {
    let now = TokenBench.now
    let cases: [([(String, JSONValue?)], Int64, TokenFault.Code?)] = [
      ([], now + 659, nil), ([], now + 660, .expired), ([], now - 60, nil),
      ([], now - 61, .issuedAhead), ([("nbf", .integer(now + 60))], now, nil),
      ([("nbf", .integer(now + 61))], now, .notYetValid), ([("exp", nil)], now, .badTime),
      ([("iat", nil)], now, .badTime), ([("exp", "1700000600")], now, .badTime),
      ([("exp", .real(1_700_000_600.5))], now, nil), ([("exp", .real(1e300))], now, .badTime),
      ([("exp", -1)], now, .badTime), ([("iat", .null)], now, .badTime),
      ([("nbf", true)], now, .badTime), ([("exp", .integer(.max))], now, .badTime),
    ]
    for (change, time, reason) in cases {
      #expect(try refusal(change, now: time) == reason, "\(change) at \(time - now)")
    }
  }

  @Test("a time that need not be there is judged when it is")
  func optionalTimes() throws {
    var rules = Self.rules
    rules.expiry = .ifPresent
    rules.issued = .ifPresent
    #expect(try refusal([("exp", nil), ("iat", nil)], rules) == nil)
    #expect(try refusal([("exp", 1)], rules) == .expired)
    rules.expiry = .ignored
    #expect(try refusal([("exp", 1), ("nbf", 9_000_000_000)], rules) == nil)
    rules.maximumAge = 300
    #expect(try refusal([], rules, now: TokenBench.now + 360) == nil)
    #expect(try refusal([], rules, now: TokenBench.now + 361) == .tooOld)
    #expect(try refusal([("iat", nil)], rules) == .badTime)
  }

  @Test("a nonce must be the one that was sent, and a token of another kind must have none")
  func nonces() throws {
    #expect(try refusal([("nonce", nil)]) == .wrongNonce)
    #expect(try refusal([("nonce", "n-2")]) == .wrongNonce)
    #expect(try refusal([("nonce", 1)]) == .wrongNonce)
    var rules = Self.rules
    rules.nonce = .any
    #expect(try refusal([("nonce", nil)], rules) == nil)
    rules.nonce = .absent
    #expect(try refusal([], rules) == .unexpectedNonce)
    #expect(try refusal([("nonce", nil)], rules) == nil)
  }

  @Test("a subject is a text of 1 to 255 bytes without control characters")
  func subjects() throws {
    let long = String(repeating: "s", count: 255)
    let bad: [JSONValue?] = [
      nil, 7, "", .string(long + "s"), "a\nb", "a\u{7f}", "a\u{85}", ["a"], .null,
    ]
    for value in bad { #expect(try refusal([("sub", value)]) == .badSubject) }
    for value in [JSONValue.string(long), "  é ", "000123"] {
      #expect(try refusal([("sub", value)]) == nil)
    }
    var rules = Self.rules
    rules.subject = .ifPresent
    #expect(try refusal([("sub", nil)], rules) == nil)
    #expect(try refusal([("sub", "")], rules) == .badSubject)
    rules.subject = .ignored
    #expect(try refusal([("sub", 7)], rules) == nil)
  }

  @Test("a flag is a boolean or its text, and nothing else")
  func flags() throws {
    let set = try claims([
      ("a", true), ("b", false), ("c", "true"), ("d", "false"), ("e", "True"), ("f", 1),
      ("g", .null),
    ])
    #expect(try set.flag("a") == true && set.flag("b") == false)
    #expect(try set.flag("c") == true && set.flag("d") == false && set.flag("none") == nil)
    for name in ["e", "f", "g"] { #expect(throws: TokenFault.self) { try set.flag(name) } }
  }

  @Test("a payload that is no JSON object, or has a claim twice, is refused")
  func payloads() throws {
    let cases: [(String, TokenFault.Code)] = [
      ("", .badClaims), ("[]", .badClaims), ("{", .badClaims), ("{} {}", .badClaims),
      (#"{"sub":"a","sub":"b"}"#, .duplicateMember), (#"{"a":{"b":1,"b":2}}"#, .duplicateMember),
    ]
    for (payload, reason) in cases {
      let header = JSONObject([("alg", "ES256"), ("kid", "ec-1")])
      let token = try CompactJWS(bench.token(header: header, payload: payload))
      do throws(TokenFault) {
        _ = try ClaimSet(bench.keys.verify(token, TokenBench.rules))
        Issue.record("read")
      } catch {
        #expect(error.code == reason)
      }
    }
  }
}
