internal import Crypto
internal import JOSE
internal import JSON

/// Signs identity tokens (RS256) and publishes the key they verify with.
struct TokenIssuer: Sendable {
  /// The life of an identity token, in seconds.
  static let identityLife: Int64 = 86_400
  /// The life of an access token, in seconds.
  static let accessLife: Int64 = 3_600

  private let signer: TokenSigner
  private let published: JSONObject

  /// Makes a new RSA key.
  init() throws(CryptoError) {
    let key = try PrivateKey.generateRSA()
    let id = KeyID(Base64URL.encode(randomBytes(6)))
    signer = TokenSigner(key: key, algorithm: .rs256, keyID: id)
    published = try JSONWebKey.members(of: key.publicKey(), id: id, algorithm: .rs256)
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
  func keySet() -> JSONValue { ["keys": [.object(published)]] }

  private func identityToken(
    _ subject: String, _ client: String, _ access: String, _ now: Int64
  ) throws(CryptoError) -> String {
    let hash = Base64URL.encode(SHA256.hash(Array(access.utf8)).prefix(16))
    return try signer.token(
      JSONObject([
        ("iss", .string(AppleNames.issuer)), ("aud", .string(client)),
        ("exp", .integer(now + Self.identityLife)), ("iat", .integer(now)),
        ("sub", .string(subject)), ("at_hash", .string(hash)), ("auth_time", .integer(now)),
      ]))
  }
}
