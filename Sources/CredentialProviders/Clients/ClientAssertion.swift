internal import CredentialCore
internal import Crypto
internal import JOSE
internal import JSON

/// Signs the assertions by which clients authenticate themselves, `private_key_jwt` (RFC 7523 §2.2, §3;
/// OpenID Connect Core §9).
///
/// An assertion is used once: `iss` and `sub` are the client id, `jti` is random, `exp` is near.
struct ClientAssertion: Sendable {
  /// Whom an assertion is for; servers differ.
  enum Audience: String, Sendable, CaseIterable {
    /// The token endpoint's address, as OpenID Connect Core §9 says.
    case tokenEndpoint = "token_endpoint"
    /// The issuer, as newer profiles want.
    case issuer
  }

  /// The form's `client_assertion_type`.
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// How long an assertion may be used, in seconds.
  static let life: Int64 = 60
  /// The algorithms that are offered.
  static let algorithms: [SignatureAlgorithm] = [
    .rs256, .ps256, .es256, .rs384, .ps384, .es384, .rs512, .ps512, .es512,
  ]

  let signer: TokenSigner
  let audience: Audience
  let issuer: String

  /// A new assertion of `client` at `now`.
  func text(for client: ClientID, endpoint: String, now: Moment) throws(CryptoError) -> String {
    let seconds = now.milliseconds / 1000
    return try signer.token(
      JSONObject([
        ("iss", .string(client.text)), ("sub", .string(client.text)),
        ("aud", .string(audience == .issuer ? issuer : endpoint)),
        ("jti", .string(Base64URL.encode(randomBytes(16)))), ("iat", .integer(seconds)),
        ("exp", .integer(seconds + Self.life)),
      ]))
  }

  /// The algorithm for a key when none is configured; nil for a key that none is for.
  static func usual(for key: PrivateKey) -> SignatureAlgorithm? {
    algorithms.first { $0.keyKind == key.kind }
  }
}
