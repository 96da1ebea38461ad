package import Crypto
package import JSON

extension JSONWebKey {
  /// The members that publish `key` under `id` for one algorithm (RFC 7517 §4).
  package static func members(
    of key: PublicKey, id: KeyID, algorithm: SignatureAlgorithm
  ) throws(CryptoError) -> JSONObject {
    var members = JSONObject([
      ("kid", .string(id.text)), ("use", "sig"), ("alg", .string(algorithm.rawValue)),
    ])
    switch try key.numbers() {
    case .rsa(let modulus, let exponent):
      members["kty"] = "RSA"
      members["n"] = .string(Base64URL.encode(modulus))
      members["e"] = .string(Base64URL.encode(exponent))
    case .point(let curve, let x, let y):
      members["kty"] = "EC"
      members["crv"] = .string(curve.rawValue)
      members["x"] = .string(Base64URL.encode(x))
      members["y"] = .string(Base64URL.encode(y))
    }
    return members
  }
}
