internal import Crypto
internal import JOSE
internal import JSON
internal import Testing

@Suite("Tokens that are forged or malformed")
struct ForgedTokenTests {
  /// A header that is refused, whoever signed it.
  struct BadHeader: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: TokenFault.Code

    init(_ text: String, _ reason: TokenFault.Code) {
      testDescription = text
      self.reason = reason
    }
  }

  static let headers: [BadHeader] = [
    BadHeader(#"{"alg":"none","kid":"ec-1"}"#, .unsigned),
    BadHeader(#"{"alg":"NoNe","kid":"ec-1"}"#, .unsigned),
    BadHeader(#"{"alg":"HS256","kid":"ec-1"}"#, .sharedSecret),
    BadHeader(#"{"alg":"hs512","kid":"ec-1"}"#, .sharedSecret),
    BadHeader(#"{"alg":"EdDSA","kid":"ec-1"}"#, .unknownAlgorithm),
    BadHeader(#"{"alg":"es256","kid":"ec-1"}"#, .unknownAlgorithm),
    BadHeader(#"{"alg":"","kid":"ec-1"}"#, .unknownAlgorithm),
    BadHeader(#"{"alg":"ES384","kid":"ec-1"}"#, .algorithmNotAllowed),
    BadHeader(#"{"alg":"RS256","kid":"ec-1"}"#, .keyMismatch),
    BadHeader(#"{"alg":"ES256","kid":"rsa-1"}"#, .keyMismatch),
    BadHeader(#"{"alg":"ES256","kid":"ec-2"}"#, .unknownKey),
    BadHeader(#"{"alg":"ES256","kid":"EC-1"}"#, .unknownKey),
    BadHeader(#"{"alg":"ES256","kid":""}"#, .unknownKey),
    BadHeader(#"{"alg":"ES256","kid":1}"#, .badHeader),
    BadHeader(#"{"alg":["ES256"],"kid":"ec-1"}"#, .badHeader),
    BadHeader(#"{"kid":"ec-1"}"#, .badHeader),
    BadHeader(#"["alg","ES256"]"#, .badHeader),
    BadHeader(#""ES256""#, .badHeader),
    BadHeader("", .badHeader),
    BadHeader(#"{"alg":"ES256","kid":"ec-1""#, .badHeader),
    BadHeader(#"{"alg":"ES256","kid":"ec-1"} x"#, .badHeader),
    BadHeader(#"{"alg":"ES256","kid":"ec-1","typ":7}"#, .badHeader),
    BadHeader(#"{"alg":"none","alg":"ES256","kid":"ec-1"}"#, .duplicateMember),
    BadHeader(#"{"alg":"ES256","kid":"ec-2","kid":"ec-1"}"#, .duplicateMember),
    BadHeader(#"{"alg":"ES256","kid":"ec-1","crit":["exp"],"exp":1}"#, .criticalExtension),
    BadHeader(#"{"alg":"ES256","kid":"ec-1","crit":[]}"#, .criticalExtension),
    BadHeader(#"{"alg":"ES256","kid":"ec-1","b64":false,"crit":["b64"]}"#, .unencodedPayload),
    BadHeader(#"{"alg":"ES256","kid":"ec-1","b64":false}"#, .unencodedPayload),
    BadHeader(#"{"alg":"ES256","kid":"ec-1","b64":"true"}"#, .unencodedPayload),
    BadHeader(#"{"alg":"ES256","kid":"ec-1","jwk":{"kty":"EC"}}"#, .embeddedKey),
    BadHeader(#"{"alg":"ES256","kid":"ec-1","jku":"https://evil.example/"}"#, .embeddedKey),
    BadHeader(#"{"alg":"ES256","kid":"ec-1","x5u":"https://evil.example/"}"#, .embeddedKey),
    BadHeader(#"{"alg":"ES256","kid":"ec-1","x5c":["MII"]}"#, .embeddedKey),
    BadHeader(#"{"alg":"ES256","kid":"ec-1","typ":"logout+jwt"}"#, .wrongType),
    BadHeader(#"{"alg":"ES256","kid":"ec-1","typ":"application/at+jwt"}"#, .wrongType),
  ]

  private let bench: TokenBench

  init() throws { bench = try TokenBench() }

  @Test("a header that says what it must not is refused for its own reason", arguments: headers)
  func header(bad: BadHeader) throws {
    let token = try bench.token(header: bad.testDescription, payload: #"{"sub":"a"}"#)
    #expect(bench.refusal(token) == bad.reason)
  }

  @Test(
    "a harmless header is accepted",
    arguments: [
      #"{"alg":"ES256","kid":"ec-1"}"#, #"{"alg":"ES256"}"#,
      " { \"kid\":\"ec-1\",\n\"alg\":\"ES256\"}",
      #"{"alg":"ES256","kid":"ec-1","typ":"JWT","b64":true}"#,
      #"{"alg":"ES256","kid":"ec-1","typ":"application/jwt","x5t":"AA","foo":{"a":[1]}}"#,
      #"{"alg":"ES256","kid":"ec-1"}"#,
    ])
  func harmless(header: String) throws {
    #expect(bench.refusal(try bench.token(header: header, payload: "anything")) == nil)
  }

  @Test("of a kind of token any spelling of its type is taken, and none where the rules say so")
  func types() throws {
    let rules = SignatureRules(algorithms: [.es256], types: .optional(["jwt", "logout+jwt"]))
    let strict = SignatureRules(algorithms: [.es256], types: .required(["logout+jwt"]))
    for type in ["JWT", "jwt", "logout+jwt", "Logout+JWT", "application/logout+jwt"] {
      let token = try bench.token(header: JSONObject([("alg", "ES256"), ("typ", .string(type))]))
      #expect(bench.refusal(token, rules) == nil)
      #expect((bench.refusal(token, strict) == nil) == type.lowercased().hasSuffix("logout+jwt"))
    }
    for type in ["at+jwt", "secevent+jwt", "application/x/jwt", "text/jwt", "", "jwt "] {
      let token = try bench.token(header: JSONObject([("alg", "ES256"), ("typ", .string(type))]))
      #expect(bench.refusal(token, rules) == .wrongType)
    }
    let none = try bench.token(header: JSONObject([("alg", "ES256")]))
    #expect(bench.refusal(none, rules) == nil && bench.refusal(none, strict) == .wrongType)
  }

  @Test("a public key used as a shared secret signs nothing")
  func confusion() throws {
    let pem = SecretBytes(try bench.rsa.publicKey().pem())
    for alg in ["HS256", "RS256"] {
      let header = Base64URL.encode(#"{"alg":"\#(alg)","kid":"rsa-1"}"#.utf8)
      let signed = header + "." + Base64URL.encode(#"{"sub":"a"}"#.utf8)
      let code = SHA256.code(Array(signed.utf8), key: pem)
      let token = signed + "." + Base64URL.encode(code)
      #expect(bench.refusal(token) == (alg == "HS256" ? .sharedSecret : .signatureLength))
    }
  }

  @Test("a signature of another key, length or form is refused")
  func signatures() throws {
    let header = JSONObject([("alg", "ES256"), ("kid", "ec-1")])
    let good = try bench.token()
    let last = try #require(good.split(separator: ".").last)
    let bytes = try #require(Base64URL.decode(last))
    var flipped = bytes
    flipped[40] ^= 1
    let der: [UInt8] = [0x30, 68, 0x02, 32] + bytes.prefix(32) + [0x02, 32] + bytes.suffix(32)
    let zeros = [UInt8](repeating: 0, count: 64)
    let cases: [([UInt8], TokenFault.Code)] = [
      (flipped, .badSignature), (zeros, .badSignature), (der, .signatureLength),
      ([], .signatureLength), (Array(bytes.dropLast()), .signatureLength),
      (bytes + [0], .signatureLength),
      ([UInt8](repeating: 0, count: 32) + bytes, .signatureLength),
    ]
    for (signature, reason) in cases {
      #expect(bench.refusal(try bench.token(header: header, signature: signature)) == reason)
    }
  }

  @Test("header, payload and signature belong together")
  func mixed() throws {
    let one = try bench.token().split(separator: ".")
    let two = try bench.token(TokenBench.claims([("sub", "b")])).split(separator: ".")
    #expect(bench.refusal("\(one[0]).\(two[1]).\(one[2])") == .badSignature)
    #expect(bench.refusal("\(one[0]).\(one[1]).\(two[2])") == .badSignature)
    let other = try TokenBench()
    #expect(bench.refusal(try other.token()) == .badSignature)
  }
}
