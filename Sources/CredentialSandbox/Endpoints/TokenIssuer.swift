internal import Crypto
internal import JSON

/// Makes the success bodies of token endpoints.
struct TokenIssuer: Sendable {
  /// The life of an access token, in seconds.
  static let accessLife: Int64 = 3_600

  /// `iss` of identity tokens.
  let issuer: String
  /// The life of an identity token, in seconds.
  let identityLife: Int64

  /// The identity token of a grant; the hashes tie it to an access token or a code (OpenID Connect
  /// Core §3.1.3.6, §3.3.2.11).
  func identityToken(
    _ grant: Grant, access: String? = nil, code: String? = nil, _ situation: Situation
  ) throws(CryptoError) -> String {
    try situation.keys.token(claims(grant, access: access, code: code, situation))
  }

  /// The claims of an identity token.
  func claims(
    _ grant: Grant, access: String? = nil, code: String? = nil, _ situation: Situation
  ) -> JSONObject {
    var claims = JSONObject([
      ("iss", .string(issuer)), ("aud", .string(grant.client)),
      ("exp", .integer(situation.now + identityLife)), ("iat", .integer(situation.now)),
      ("sub", .string(grant.subject)), ("auth_time", .integer(grant.issued)),
    ])
    claims["at_hash"] = access.map { .string(Self.half($0)) }
    claims["c_hash"] = code.map { .string(Self.half($0)) }
    claims["nonce"] = grant.options.nonce.map { .string($0) }
    claims.merge(grant.options.claims)
    return claims
  }

  /// The left half of a hash, as `at_hash` and `c_hash` have it for algorithms of 256 bits.
  private static func half(_ text: String) -> String {
    Base64URL.encode(SHA256.hash(Array(text.utf8)).prefix(16))
  }
}
