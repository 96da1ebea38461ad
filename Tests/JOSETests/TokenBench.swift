internal import Crypto
internal import JOSE
internal import JSON

/// Keys of an issuer, tokens that it signs, and tokens that somebody else forges.
struct TokenBench {
  static let now: Int64 = 1_700_000_000
  static let ecID = KeyID("ec-1")
  static let rsaID = KeyID("rsa-1")

  let ec: PrivateKey
  let rsa: PrivateKey
  let keys: KeySet

  init() throws {
    ec = try .generateP256()
    rsa = try .generateRSA()
    keys = KeySet([
      try JSONWebKey(id: Self.ecID, key: ec.publicKey(), algorithm: .es256),
      try JSONWebKey(id: Self.rsaID, key: rsa.publicKey(), algorithm: .rs256),
    ])
  }

  static let rules = SignatureRules(algorithms: [.rs256, .es256], types: .optional(["jwt"]))

  /// The claims of a good identity token; `change` makes others.
  static func claims(_ change: [(String, JSONValue?)] = []) -> JSONObject {
    var claims = JSONObject([
      ("iss", "https://issuer.example"), ("aud", "client"), ("sub", "001.a.2"),
      ("iat", .integer(now)), ("exp", .integer(now + 600)), ("nonce", "n-1"),
    ])
    for (name, value) in change { claims[name] = value }
    return claims
  }

  /// A token with this header, signed by the EC key, or with another signature.
  func token(
    header: JSONObject, payload: String? = nil, signature: [UInt8]? = nil
  ) throws -> String {
    try token(
      header: JSONValue.object(header).encoded(),
      payload: payload ?? JSONValue.object(Self.claims()).encoded(), signature: signature)
  }

  /// The same with a header that may be no JSON.
  func token(header: String, payload: String, signature: [UInt8]? = nil) throws -> String {
    let signed = Base64URL.encode(header.utf8) + "." + Base64URL.encode(payload.utf8)
    let own = try ec.sign(Array(signed.utf8), by: .es256)
    return signed + "." + Base64URL.encode(signature ?? own)
  }

  /// A good token, by the EC key.
  func token(_ claims: JSONObject = TokenBench.claims()) throws -> String {
    try TokenSigner(key: ec, algorithm: .es256, keyID: Self.ecID).token(claims)
  }

  /// Why `token` is refused; nil when it is verified.
  func refusal(
    _ token: String, _ rules: SignatureRules = TokenBench.rules
  ) -> TokenFault.Code? {
    do throws(TokenFault) {
      _ = try keys.verify(CompactJWS(token), rules)
      return nil
    } catch {
      return error.code
    }
  }
}
