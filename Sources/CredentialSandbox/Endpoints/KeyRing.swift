internal import Crypto
internal import JOSE
internal import JSON

/// The keys that a service signs its tokens with, and publishes.
struct KeyRing: Sendable {
  /// One key and its public half as the key set shows it.
  struct Key: Sendable {
    let id: KeyID
    let key: PrivateKey
    let published: JSONObject
  }

  /// What tokens are signed by.
  let algorithm: SignatureAlgorithm
  /// What signs now.
  private(set) var current: Key
  private var older: [Key] = []

  /// Makes a new key.
  init(_ algorithm: SignatureAlgorithm) throws(CryptoError) {
    self.algorithm = algorithm
    current = try Self.make(algorithm)
  }

  /// Signs by a new key from now on; the one before stays published when `keepsOld`.
  mutating func rotate(keepsOld: Bool) throws(CryptoError) {
    let new = try Self.make(algorithm)
    if keepsOld { older.insert(current, at: 0) } else { older = [] }
    current = new
  }

  /// A token of these claims; `type` becomes `typ`.
  func token(_ claims: JSONObject, type: String? = nil) throws(CryptoError) -> String {
    try TokenSigner(key: current.key, algorithm: algorithm, keyID: current.id, type: type)
      .token(claims)
  }

  /// The key set (RFC 7517 §5), the key that signs first.
  func keySet() -> JSONValue {
    ["keys": .array(([current] + older).map { .object($0.published) })]
  }

  private static func make(_ algorithm: SignatureAlgorithm) throws(CryptoError) -> Key {
    let key: PrivateKey
    switch algorithm.keyKind {
    case .rsa: key = try .generateRSA()
    case .ec(let curve): key = try .generate(curve)
    }
    let id = KeyID(Base64URL.encode(randomBytes(6)))
    return Key(
      id: id, key: key,
      published: try JSONWebKey.members(of: key.publicKey(), id: id, algorithm: algorithm))
  }
}
