internal import CredentialCore
internal import Crypto
internal import JOSE
internal import JSON

@testable internal import CredentialProviders

/// Keys of an issuer that are known, or are not to be had.
struct KnownKeys: TokenKeys {
  let keys: KeySet?

  func verify(_ token: CompactJWS, _ rules: SignatureRules) async -> IssuerKeys.Verdict {
    guard let keys else {
      return .unavailable(KeysUnavailable(until: 0, description: "the issuer is away"))
    }
    do throws(TokenFault) { return .verified(try keys.verify(token, rules)) } catch {
      return .refused(error)
    }
  }

  func close() {}
}

/// A transmitter in a test: what it signs, and who verifies it.
struct PushStage {
  static let now = Moment(milliseconds: 1_790_000_000_000)
  static let issuer = "https://issuer.example"
  static let client = "com.example.app"
  static let provider = ProviderName(validText: "demo")
  static let keyID = KeyID("k1")

  let key: PrivateKey
  var profile: TransmitterProfile
  var issuer = Self.issuer
  var hasKeys = true

  init(_ profile: TransmitterProfile, issuer: String = Self.issuer) throws {
    key = try .generateP256()
    self.profile = profile
    self.profile.algorithms = [.es256]
    self.issuer = issuer
  }

  var verifier: TokenPushVerifier {
    get throws {
      let member = try JSONWebKey.members(of: key.publicKey(), id: Self.keyID, algorithm: .es256)
      let document = JSONValue.object(JSONObject([("keys", .array([.object(member)]))])).encoded()
      return TokenPushVerifier(
        provider: Self.provider, profile: profile, issuers: [issuer],
        audiences: [Self.client, "second"],
        keys: KnownKeys(keys: hasKeys ? try KeySet(bytes: Array(document.utf8)) : nil))
    }
  }

  /// Claims in JSON without issuer, audience, id and time, which are added unless they are there.
  func claims(_ text: String, without: [String] = []) throws -> JSONObject {
    var claims = try JSONValue.parse(Array(text.utf8), maximumBytes: 1 << 20).object ?? JSONObject()
    let usual: [(String, JSONValue)] = [
      ("iss", .string(issuer)), ("aud", .string(Self.client)), ("jti", "id-1"),
      ("iat", .integer(Self.now.milliseconds / 1000 - 10)),
    ]
    for (name, value) in usual where claims[name] == nil && !without.contains(name) {
      claims[name] = value
    }
    return claims
  }

  /// The body with a token of these claims.
  func body(
    _ text: String, without: [String] = [], type: String? = nil, key other: PrivateKey? = nil
  ) throws -> [UInt8] {
    let signer = TokenSigner(
      key: other ?? key, algorithm: .es256, keyID: Self.keyID, type: type)
    return wrapped(try signer.token(try claims(text, without: without)))
  }

  /// A token as the transmitter sends it.
  func wrapped(_ token: String) -> [UInt8] {
    switch profile.envelope {
    case .bare: Array(token.utf8)
    case .member(let name): Array("{\"\(name)\":\"\(token)\"}".utf8)
    case .field(let name): Array("\(name)=\(token)".utf8)
    }
  }

  /// What becomes of a body.
  func reading(_ body: [UInt8], contentType: String? = nil) async throws -> PushReading {
    try await verifier.verify(
      PushSubmission(body: body, contentType: contentType), now: Self.now)
  }

  /// The news in a body: `SUBJECT WORD` of each; a refusal's code in brackets.
  func words(_ body: [UInt8], contentType: String? = nil) async throws -> [String] {
    switch try await reading(body, contentType: contentType) {
    case .verified(let verified):
      verified.pushes.map { "\($0.credential.subject) \($0.news.word)" }
        + verified.unknown.map { "unknown \($0)" } + verified.sessions.map { "session \($0)" }
    case .refused(let refusal): ["[\(refusal.code.rawValue)]"]
    }
  }
}
