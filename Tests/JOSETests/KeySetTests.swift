internal import Crypto
internal import JOSE
internal import JSON
internal import Testing

@Suite("Key sets")
struct KeySetTests {
  private static let x = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"
  private static let y = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"

  /// A key of RFC 7515 A.3; `change` breaks it.
  private static func key(_ change: [(String, JSONValue?)] = []) -> JSONObject {
    var members = JSONObject([
      ("kty", "EC"), ("crv", "P-256"), ("kid", "a"), ("x", .string(x)), ("y", .string(y)),
    ])
    for (name, value) in change { members[name] = value }
    return members
  }

  /// An RSA key of these numbers of bytes, which only looks like one.
  private static func rsa(modulus: [UInt8], exponent: [UInt8] = [1, 0, 1]) -> JSONObject {
    JSONObject([
      ("kty", "RSA"), ("kid", "r"), ("n", .string(Base64URL.encode(modulus))),
      ("e", .string(Base64URL.encode(exponent))),
    ])
  }

  private static func read(_ keys: [JSONObject]) throws(KeyFault) -> KeySet {
    let document: JSONValue = ["keys": .array(keys.map { .object($0) })]
    return try KeySet(bytes: Array(document.encoded().utf8))
  }

  @Test("a key that cannot be used is left out for its own reason, and the others stay")
  func broken() throws {
    let ones = [UInt8](repeating: 255, count: 256)
    var even = ones
    even[255] = 254
    let small: [UInt8] = [0, 0] + ones.prefix(128)
    let large = [UInt8](repeating: 255, count: 1_025)
    let padded = Self.x + "="
    let short = String(Self.x.dropLast(3))
    let cases: [(JSONObject, KeyFault.Code)] = [
      (Self.key([("kty", nil)]), .badMember), (Self.key([("kty", "OKP")]), .unknownKind),
      (Self.key([("kty", "oct"), ("k", "AA")]), .unknownKind),
      (Self.key([("crv", "P-256K")]), .unknownKind), (Self.key([("crv", nil)]), .badMember),
      (Self.key([("crv", "P-384")]), .unusable), (Self.key([("kty", "RSA")]), .badMember),
      (Self.key([("kid", 7)]), .badMember), (Self.key([("alg", 7)]), .badMember),
      (Self.key([("alg", "ES521")]), .unknownKind), (Self.key([("alg", "HS256")]), .unknownKind),
      (Self.key([("alg", "RS256")]), .contradiction),
      (Self.key([("alg", "ES384")]), .contradiction),
      (Self.key([("use", "enc")]), .otherUse), (Self.key([("use", 1)]), .otherUse),
      (Self.key([("key_ops", ["sign"])]), .otherUse),
      (Self.key([("key_ops", "verify")]), .badMember),
      (Self.key([("d", "AA")]), .exposed), (Self.key([("x", nil)]), .badMember),
      (Self.key([("x", .string(padded))]), .badMember),
      (Self.key([("x", .string(Self.y)), ("y", .string(Self.x))]), .unusable),
      (Self.key([("x", .string(short))]), .unusable),
      (Self.rsa(modulus: Array(ones.dropLast())), .unusable),
      (Self.rsa(modulus: small), .unusable),
      (Self.rsa(modulus: ones, exponent: [1]), .unusable),
      (Self.rsa(modulus: ones, exponent: [2]), .unusable),
      (Self.rsa(modulus: ones, exponent: []), .unusable),
      (Self.rsa(modulus: even), .unusable),
      (Self.rsa(modulus: large), .unusable),
    ]
    for (bad, reason) in cases {
      let set = try Self.read([bad, Self.key([("kid", "good")])])
      #expect(set.keys.map(\.id) == [KeyID("good")])
      #expect(set.skipped.map(\.fault.code) == [reason], "\(bad)")
      #expect(set.skipped.map(\.index) == [0])
    }
  }

  @Test("a key with harmless members is used")
  func harmless() throws {
    let changes: [[(String, JSONValue?)]] = [
      [], [("kid", nil)], [("use", "sig"), ("alg", "ES256")], [("key_ops", ["verify", "x"])],
      [("x5c", ["MII"]), ("x5t", "AA"), ("note", .null)],
    ]
    for change in changes { #expect(try Self.read([Self.key(change)]).skipped.isEmpty) }
    let bytes: [UInt8] = [0] + [UInt8](repeating: 255, count: 256)
    #expect(try Self.read([Self.rsa(modulus: bytes, exponent: [0, 1, 0, 1])]).keys.count == 1)
  }

  @Test("a document that is no key set, or has no usable key, is refused as a whole")
  func refused() {
    let many = (0...100).map { Self.key([("kid", .string("k\($0)"))]) }
    let cases: [(String, KeyFault.Code)] = [
      ("", .notASet), ("<html>", .notASet), ("[]", .notASet), ("{}", .notASet),
      (#"{"keys":{}}"#, .notASet), (#"{"keys":[]}"#, .noneUsable), (#"{"keys":[7]}"#, .noneUsable),
      (#"{"keys":[],"keys":[]}"#, .notASet),
      (#"{"keys":"# + JSONValue.array(many.map { .object($0) }).encoded() + "}", .tooLarge),
      (String(repeating: " ", count: 131_073), .tooLarge),
    ]
    for (text, reason) in cases {
      do throws(KeyFault) {
        _ = try KeySet(bytes: Array(text.utf8))
        Issue.record("read: \(text.prefix(20))")
      } catch {
        #expect(error.code == reason, "\(error)")
      }
    }
  }

  @Test("of three keys each verifies the tokens that name it, in any order")
  func byName() throws {
    let keys = try (1...3).map { _ in try PrivateKey.generateP256() }
    let set = KeySet(
      try keys.enumerated().map { number, key in
        try JSONWebKey(id: KeyID("k\(number)"), key: key.publicKey(), algorithm: .es256)
      })
    for number in [2, 0, 1, 0, 2] {
      let signer = TokenSigner(key: keys[number], algorithm: .es256, keyID: KeyID("k\(number)"))
      let token = try CompactJWS(signer.token(TokenBench.claims()))
      #expect(throws: Never.self) { try set.verify(token, TokenBench.rules) }
    }
  }

  @Test("keys of one name are all tried, and only those that are for the algorithm")
  func sameName() throws {
    let bench = try TokenBench()
    let other = try JSONWebKey(
      id: TokenBench.ecID, key: try PrivateKey.generateP256().publicKey(), algorithm: .es256)
    let rsa = try JSONWebKey(id: TokenBench.ecID, key: bench.rsa.publicKey(), algorithm: nil)
    let right = try #require(bench.keys.keys.first)
    let token = try CompactJWS(bench.token())
    for keys in [[other, right], [right, rsa], [rsa, other, right]] {
      #expect(throws: Never.self) { try KeySet(keys).verify(token, TokenBench.rules) }
    }
    #expect(throws: TokenFault.self) { try KeySet([other, rsa]).verify(token, TokenBench.rules) }
  }

  @Test("a token without a name is verified by the only key that fits, never by one of several")
  func unnamed() throws {
    let bench = try TokenBench()
    let text = try TokenSigner(key: bench.ec, algorithm: .es256, keyID: nil).token(JSONObject())
    #expect(bench.refusal(text) == nil)
    let right = try #require(bench.keys.keys.first)
    let token = try CompactJWS(text)
    do throws(TokenFault) {
      _ = try KeySet([right, right]).verify(token, TokenBench.rules)
      Issue.record("verified")
    } catch {
      #expect(error.code == .ambiguousKey)
    }
    let strict = SignatureRules(algorithms: [.es256], types: .any, needsKeyID: true)
    #expect(bench.refusal(text, strict) == .badHeader)
  }
}
