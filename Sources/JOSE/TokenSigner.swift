package import Crypto
package import JSON

/// Signs tokens with one key (RFC 7515 §5.1, compact form).
package struct TokenSigner: Sendable {
  private let key: PrivateKey
  private let algorithm: SignatureAlgorithm
  private let header: String

  /// Signs by `algorithm`; `type` becomes `typ` when it is given. Where the key is for another
  /// algorithm, `token` fails.
  package init(
    key: PrivateKey, algorithm: SignatureAlgorithm, keyID: KeyID?, type: String? = nil
  ) {
    var members = JSONObject([("alg", .string(algorithm.rawValue))])
    members["kid"] = keyID.map { .string($0.text) }
    members["typ"] = type.map { .string($0) }
    self.key = key
    self.algorithm = algorithm
    header = Base64URL.encode(JSONValue.object(members).encoded().utf8)
  }

  /// The token of these claims.
  package func token(_ claims: JSONObject) throws(CryptoError) -> String {
    try token(payload: Array(JSONValue.object(claims).encoded().utf8))
  }

  /// The token of a payload as it is.
  package func token(payload: [UInt8]) throws(CryptoError) -> String {
    let signed = header + "." + Base64URL.encode(payload)
    return signed + "." + Base64URL.encode(try key.sign(Array(signed.utf8), by: algorithm))
  }
}
