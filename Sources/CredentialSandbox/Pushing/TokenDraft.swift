internal import Crypto
internal import JOSE
internal import JSON

/// A token before it is signed, and how it is spoilt.
struct TokenDraft: Sendable {
  var header: JSONObject
  var claims: JSONObject

  /// A token of these claims that `keys` sign; `type` becomes `typ`.
  init(_ claims: JSONObject, type: String?, keys: KeyRing) {
    header = JSONObject([
      ("alg", .string(keys.algorithm.rawValue)), ("kid", .string(keys.current.id.text)),
    ])
    header["typ"] = type.map { .string($0) }
    self.claims = claims
  }

  /// The signed token, spoilt as `forgery` says.
  func token(_ keys: KeyRing, _ forgery: Forgery?, now: Int64) throws(CryptoError) -> String {
    var draft = self
    draft.spoilClaims(forgery, now)
    let stranger = forgery.map { [.key, .kid, .embeddedKey].contains($0) } ?? false
    let other = stranger ? try KeyRing(keys.algorithm) : keys
    draft.spoilHeader(forgery, other)
    let signed = [draft.header.text, draft.payload(forgery)]
      .map { Base64URL.encode($0.utf8) }.joined(separator: ".")
    guard forgery != .cut else { return signed }
    return signed + "." + Base64URL.encode(try Self.signature(signed, other, forgery))
  }

  private static func signature(
    _ signed: String, _ keys: KeyRing, _ forgery: Forgery?
  ) throws(CryptoError) -> [UInt8] {
    let message = Array(signed.utf8)
    switch forgery {
    case .unsigned: return []
    case .sharedSecret:
      let text = try keys.current.key.publicKey().pem()
      return SHA256.code(message, key: SecretBytes(text))
    default:
      var signature = try keys.current.key.sign(message, by: keys.algorithm)
      if forgery == .signature { signature[signature.count / 2] ^= 1 }
      return signature
    }
  }

  private mutating func spoilHeader(_ forgery: Forgery?, _ stranger: KeyRing) {
    switch forgery {
    case .unsigned: header["alg"] = "none"
    case .sharedSecret: header["alg"] = "HS256"
    case .kid: header["kid"] = "nobody-knows-this-key"
    case .embeddedKey: header["jwk"] = .object(stranger.current.published)
    case .critical:
      header["crit"] = ["x-sandbox"]
      header["x-sandbox"] = true
    case .type: header["typ"] = "at+jwt"
    default: return
    }
  }

  private mutating func spoilClaims(_ forgery: Forgery?, _ now: Int64) {
    switch forgery {
    case .issuer: claims["iss"] = "https://issuer.example"
    case .audience: claims["aud"] = "somebody.else"
    case .expired: claims["exp"] = .integer(now - 86_400)
    case .ahead: claims["iat"] = .integer(now + 3_600)
    case .noID: claims["jti"] = nil
    case .noEvents: claims["events"] = nil
    case .noSubject:
      claims["sub"] = nil
      claims["sub_id"] = nil
    case .nonce: claims["nonce"] = "unasked"
    default: return
    }
  }

  private func payload(_ forgery: Forgery?) -> String {
    let text = claims.text
    guard forgery == .twice else { return text }
    return "{\"iss\":\"https://issuer.example\"," + text.dropFirst()
  }
}

extension JSONObject {
  /// The compact text.
  var text: String { JSONValue.object(self).encoded() }
}
