internal import Crypto
internal import JSON

/// Signs identity tokens (RS256) and publishes the key they verify with.
struct TokenIssuer: Sendable {
  /// The life of an identity token, in seconds.
  static let identityLife: Int64 = 86_400
  /// The life of an access token, in seconds.
  static let accessLife: Int64 = 3_600

  private let key: PrivateKey
  private let keyID: String

  /// Makes a new RSA key.
  init() throws(CryptoError) {
    key = try .generateRSA()
    keyID = Base64URL.encode(randomBytes(6))
  }

  /// The success body; the refresh token is part of it for the code grant only.
  func body(
    subject: String, client: String, refreshToken: String?, now: Int64
  ) throws(CryptoError) -> JSONValue {
    let access = "a." + Base64URL.encode(randomBytes(32))
    var members: [(String, JSONValue)] = [
      ("access_token", .string(access)), ("token_type", "Bearer"),
      ("expires_in", .integer(Self.accessLife)),
    ]
    if let refreshToken { members.append(("refresh_token", .string(refreshToken))) }
    let identity = try identityToken(subject, client, access, now)
    members.append(("id_token", .string(identity)))
    return .object(JSONObject(members))
  }

  /// The key set (RFC 7517 §5).
  func keySet() throws(CryptoError) -> JSONValue {
    guard case .rsa(let modulus, let exponent) = try key.publicKey().numbers() else {
      preconditionFailure("the issuer's key is RSA")
    }
    let jwk = JSONObject([
      ("kty", "RSA"), ("kid", .string(keyID)), ("use", "sig"), ("alg", "RS256"),
      ("n", .string(Base64URL.encode(modulus))), ("e", .string(Base64URL.encode(exponent))),
    ])
    return .object(JSONObject([("keys", .array([.object(jwk)]))]))
  }

  private func identityToken(
    _ subject: String, _ client: String, _ access: String, _ now: Int64
  ) throws(CryptoError) -> String {
    let hash = Base64URL.encode(SHA256.hash(Array(access.utf8)).prefix(16))
    let header = JSONObject([("kid", .string(keyID)), ("alg", "RS256")])
    let claims = JSONObject([
      ("iss", .string(AppleNames.issuer)), ("aud", .string(client)),
      ("exp", .integer(now + Self.identityLife)), ("iat", .integer(now)),
      ("sub", .string(subject)), ("at_hash", .string(hash)), ("auth_time", .integer(now)),
    ])
    let parts = [header, claims].map { Base64URL.encode(JSONValue.object($0).encoded().utf8) }
    let message = parts.joined(separator: ".")
    return message + "." + Base64URL.encode(try key.signRS256(Array(message.utf8)))
  }
}
