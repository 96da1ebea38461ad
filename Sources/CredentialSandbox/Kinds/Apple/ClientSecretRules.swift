internal import Crypto
internal import JOSE
internal import JSON

/// What Apple's page on client secrets demands of the JWT, checked to the letter.
struct ClientSecretRules: Sendable {
  /// The longest life of a secret: six months, in seconds.
  static let longestLife: Int64 = 15_777_000
  /// How far `iat` may lie ahead of the server's clock, in seconds.
  static let clockTolerance: Int64 = 60

  /// The longest secret that is read, in bytes.
  private static let maximumBytes = 8_192

  let team: String
  private let keys: KeySet

  /// Secrets of `team` are signed by ES256 with `key`, which is called `keyID`.
  init(team: String, keyID: String, key: PublicKey) throws(KeyFault) {
    self.team = team
    keys = KeySet([try JSONWebKey(id: KeyID(keyID), key: key, algorithm: .es256)])
  }

  /// Why `secret` does not authenticate `client` at `now` (seconds since 1970); nil when it does.
  func fault(in secret: String, for client: String, now: Int64) -> String? {
    do throws(TokenFault) {
      let claims = try verified(secret).members
      return nameFault(claims, client) ?? timeFault(claims, now)
    } catch {
      return "the client secret is not accepted: \(error)"
    }
  }

  private func verified(_ secret: String) throws(TokenFault) -> ClaimSet {
    let token = try CompactJWS(secret, maximumBytes: Self.maximumBytes)
    let rules = SignatureRules(algorithms: [.es256], types: .any, needsKeyID: true)
    return try ClaimSet(keys.verify(token, rules))
  }

  private func nameFault(_ claims: JSONObject, _ client: String) -> String? {
    guard Self.same(claims["iss"]?.string, team) else { return "iss is not the team id" }
    guard Self.same(claims["sub"]?.string, client) else { return "sub is not the client_id" }
    guard Self.same(claims["aud"]?.string, AppleNames.issuer) else {
      return "aud is not the text \(AppleNames.issuer)"
    }
    return nil
  }

  private func timeFault(_ claims: JSONObject, _ now: Int64) -> String? {
    guard let issued = claims["iat"]?.integer else { return "iat is no whole number" }
    guard let expires = claims["exp"]?.integer else { return "exp is no whole number" }
    guard issued >= 0, issued <= now + Self.clockTolerance else {
      return "iat lies in the future; check the clock"
    }
    guard expires > now else { return "the client secret has expired; check the clock" }
    guard expires <= issued + Self.longestLife else {
      return "exp is more than \(Self.longestLife) s after iat"
    }
    return nil
  }

  /// Byte by byte: Swift compares text by canonical equivalence.
  private static func same(_ text: String?, _ wanted: String) -> Bool {
    text.map { $0.utf8.elementsEqual(wanted.utf8) } ?? false
  }
}
