internal import Crypto
internal import JOSE
internal import JSON
internal import Testing

@Suite("An issuer's keys over time")
struct KeyCacheTests {
  private let bench: TokenBench
  private let rotated: TokenBench
  private let document: [UInt8]
  private let later: [UInt8]

  init() throws {
    bench = try TokenBench()
    rotated = try TokenBench()
    document = try Self.document([("ec-1", bench)])
    later = try Self.document([("ec-1", bench), ("ec-2", rotated)])
  }

  private static func document(_ keys: [(String, TokenBench)]) throws -> [UInt8] {
    let members = try keys.map { id, bench in
      JSONValue.object(
        try JSONWebKey.members(of: bench.ec.publicKey(), id: KeyID(id), algorithm: .es256))
    }
    return Array(JSONValue.object(JSONObject([("keys", .array(members))])).encoded().utf8)
  }

  private func token(_ bench: TokenBench, _ id: String?) throws -> CompactJWS {
    let signer = TokenSigner(key: bench.ec, algorithm: .es256, keyID: id.map(KeyID.init))
    return try CompactJWS(signer.token(TokenBench.claims()))
  }

  /// What is said of a token in one word, and until when for `unavailable`.
  private static func word(
    _ cache: inout KeyCache, _ token: CompactJWS, received: Int64? = nil, now: Int64
  ) -> String {
    switch cache.judge(token, TokenBench.rules, received: received ?? now, now: now) {
    case .verified: "verified"
    case .refused(let fault): fault.code.rawValue
    case .fetch: "fetch"
    case .waitForFetch: "wait"
    case .unavailable(let reason): "unavailable until \(reason.until)"
    }
  }

  /// A cache that fetched `document` at 1000.
  private func filled(_ document: [UInt8], maximumAge: Int64? = 3600) throws -> KeyCache {
    var cache = KeyCache(policy: KeyCachePolicy())
    let first = try token(bench, "ec-1")
    #expect(Self.word(&cache, first, now: 1000) == "fetch")
    _ = try cache.succeeded(document, maximumAge: maximumAge, began: 1000)
    return cache
  }

  @Test("the first token fetches the keys once, others wait, then all are verified")
  func first() throws {
    var cache = KeyCache(policy: KeyCachePolicy())
    let one = try token(bench, "ec-1")
    #expect(Self.word(&cache, one, now: 1000) == "fetch")
    #expect(Self.word(&cache, one, now: 1001) == "wait")
    _ = try cache.succeeded(document, maximumAge: nil, began: 1000)
    #expect(Self.word(&cache, one, received: 1000, now: 1002) == "verified")
    #expect(Self.word(&cache, one, now: 1500) == "verified")
  }

  @Test("an unknown name fetches once an interval, and is refused only by a newer set")
  func unknownName() throws {
    var cache = try filled(document)
    let strange = try token(rotated, "ec-2")
    #expect(Self.word(&cache, strange, now: 1010) == "unavailable until 1060")
    #expect(Self.word(&cache, strange, now: 1059) == "unavailable until 1060")
    #expect(Self.word(&cache, strange, now: 1060) == "fetch")
    _ = try cache.succeeded(document, maximumAge: 3600, began: 1060)
    #expect(Self.word(&cache, strange, received: 1060, now: 1061) == "unknown_key")
    #expect(Self.word(&cache, strange, now: 1062) == "unavailable until 1120")
    let known = try token(bench, "ec-1")
    #expect(Self.word(&cache, known, now: 1062) == "verified")
  }

  @Test("a thousand made-up names within an interval cause one fetch, and known keys serve on")
  func flood() throws {
    var cache = try filled(document)
    let known = try token(bench, "ec-1")
    var fetches = 0
    for number in 0..<1000 {
      let strange = try token(rotated, "x\(number)")
      let now = 1060 + Int64(number) / 20
      if number % 50 == 0 { #expect(Self.word(&cache, known, now: now) == "verified") }
      if Self.word(&cache, strange, now: now) == "fetch" {
        fetches += 1
        _ = try cache.succeeded(document, maximumAge: 3600, began: now)
      }
    }
    #expect(fetches == 1)
  }

  @Test("a new key is taken from the next fetch")
  func rotation() throws {
    var cache = try filled(document)
    let new = try token(rotated, "ec-2")
    #expect(Self.word(&cache, new, now: 1100) == "fetch")
    let keys = try cache.succeeded(later, maximumAge: 3600, began: 1100)
    #expect(keys.knows(KeyID("ec-2")))
    #expect(Self.word(&cache, new, received: 1100, now: 1101) == "verified")
  }

  @Test("a failed fetch makes no token bad: it may come again, and known keys serve on")
  func failure() throws {
    var cache = try filled(document)
    let new = try token(rotated, "ec-2")
    #expect(Self.word(&cache, new, now: 1100) == "fetch")
    cache.failed("no route to host", began: 1100, retryAfter: nil)
    #expect(Self.word(&cache, new, received: 1100, now: 1101) == "unavailable until 1160")
    let known = try token(bench, "ec-1")
    #expect(Self.word(&cache, known, now: 1101) == "verified")
    let forged = try CompactJWS(bench.token(header: JSONObject([("alg", "none")])))
    #expect(Self.word(&cache, forged, now: 1101) == "unsigned")
  }

  @Test("keys are fetched again when they are old, and serve a while longer when that fails")
  func age() throws {
    var cache = try filled(document, maximumAge: 3600)
    let known = try token(bench, "ec-1")
    #expect(Self.word(&cache, known, now: 4599) == "verified")
    #expect(Self.word(&cache, known, now: 4600) == "fetch")
    cache.failed("503", began: 4600, retryAfter: 120)
    #expect(Self.word(&cache, known, now: 4601) == "verified")
    #expect(Self.word(&cache, known, now: 4720) == "fetch")
    cache.failed("503", began: 4720, retryAfter: nil)
    #expect(Self.word(&cache, known, now: 173_800) == "fetch")
    cache.failed("503", began: 173_800, retryAfter: nil)
    #expect(Self.word(&cache, known, now: 173_801) == "unavailable until 173810")
  }

  @Test("the life that an answer gives is kept within bounds")
  func life() throws {
    let known = try token(bench, "ec-1")
    var short = try filled(document, maximumAge: 0)
    #expect(Self.word(&short, known, now: 1899) == "verified")
    #expect(Self.word(&short, known, now: 1900) == "fetch")
    var long = try filled(document, maximumAge: .max)
    #expect(Self.word(&long, known, now: 87_399) == "verified")
    #expect(Self.word(&long, known, now: 87_400) == "fetch")
  }

  @Test("an answer without a usable key is a failed fetch, and the known keys stay")
  func emptyAnswer() throws {
    var cache = try filled(document)
    let new = try token(rotated, "ec-2")
    #expect(Self.word(&cache, new, now: 1100) == "fetch")
    for text in ["<html>portal</html>", #"{"keys":[]}"#] {
      #expect(throws: KeyFault.self) {
        try cache.succeeded(Array(text.utf8), maximumAge: nil, began: 1100)
      }
    }
    let known = try token(bench, "ec-1")
    #expect(Self.word(&cache, known, now: 1101) == "verified")
    #expect(Self.word(&cache, new, received: 1100, now: 1101) == "unavailable until 1160")
  }

  @Test("a fetch whose end is never told is given up, and a late answer replaces nothing newer")
  func lost() throws {
    var cache = try filled(document)
    let new = try token(rotated, "ec-2")
    #expect(Self.word(&cache, new, now: 1100) == "fetch")
    #expect(Self.word(&cache, new, now: 1129) == "wait")
    #expect(Self.word(&cache, new, now: 1130) == "fetch")
    _ = try cache.succeeded(later, maximumAge: 3600, began: 1130)
    _ = try cache.succeeded(document, maximumAge: 3600, began: 1100)
    #expect(Self.word(&cache, new, now: 1131) == "verified")
  }

  @Test("a clock that was set back holds up no fetch")
  func clockBack() throws {
    var cache = try filled(document)
    let new = try token(rotated, "ec-2")
    #expect(Self.word(&cache, new, now: 500) == "fetch")
  }

  @Test("a token without a name that the only key did not sign may be of the issuer's next key")
  func unnamedRotation() throws {
    var cache = try filled(document)
    let new = try token(rotated, nil)
    #expect(Self.word(&cache, new, now: 1010) == "unavailable until 1060")
    #expect(Self.word(&cache, new, now: 1060) == "fetch")
    _ = try cache.succeeded(
      try Self.document([("ec-2", rotated)]), maximumAge: nil, began: 1060)
    #expect(Self.word(&cache, new, received: 1060, now: 1061) == "verified")
    let forged = try token(bench, nil)
    #expect(Self.word(&cache, forged, received: 1060, now: 1061) == "bad_signature")
  }
}
