internal import Crypto
internal import JSON

/// What Apple's page on client secrets demands of the JWT, checked to the letter.
struct ClientSecretRules: Sendable {
  /// The longest life of a secret: six months, in seconds.
  static let longestLife: Int64 = 15_777_000
  /// How far `iat` may lie ahead of the server's clock, in seconds.
  static let clockTolerance: Int64 = 60

  let team: String
  let keyID: String
  let key: PublicKey

  /// Why `secret` does not authenticate `client` at `now` (seconds since 1970); nil when it does.
  func fault(in secret: String, for client: String, now: Int64) -> String? {
    let parts = secret.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else { return "the client secret is no JWT of three base64url parts" }
    return headerFault(header) ?? signatureFault(parts, signature)
      ?? nameFault(claims, client) ?? timeFault(claims, now)
  }

  private func headerFault(_ header: JSONObject) -> String? {
    guard header["alg"]?.string == "ES256" else { return "alg is not ES256" }
    guard Self.same(header["kid"]?.string, keyID) else { return "kid is not the key's id" }
    return nil
  }

  private func signatureFault(_ parts: [Substring], _ signature: [UInt8]) -> String? {
    guard signature.count == 64 else {
      return "the signature has \(signature.count) bytes; ES256 in a JWT is r and s, 64 bytes"
    }
    let message = Array("\(parts[0]).\(parts[1])".utf8)
    return key.verifiesES256(signature, of: message) ? nil : "the signature does not verify"
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

  private static func object(_ part: Substring) -> JSONObject? {
    guard let bytes = Base64URL.decode(part) else { return nil }
    return (try? JSONValue.parse(bytes, maximumBytes: 8_192))?.object
  }

  /// Byte by byte: Swift compares text by canonical equivalence.
  private static func same(_ text: String?, _ wanted: String) -> Bool {
    text.map { $0.utf8.elementsEqual(wanted.utf8) } ?? false
  }
}
