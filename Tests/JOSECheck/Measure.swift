internal import Crypto
internal import Glibc
internal import JOSE
internal import JSON

/// How many identity tokens a second are taken apart and verified, on one thread.
struct Measure {
  private let token: String
  private let keys: KeySet
  private let rules: SignatureRules
  private let seconds: Double

  init(_ algorithm: SignatureAlgorithm, seconds: Double) throws {
    let key =
      switch algorithm.keyKind {
      case .rsa: try PrivateKey.generateRSA()
      case .ec(let curve): try PrivateKey.generate(curve)
      }
    let id = KeyID("W6WcOKB")
    token = try TokenSigner(key: key, algorithm: algorithm, keyID: id).token(Self.claims)
    keys = KeySet([try JSONWebKey(id: id, key: key.publicKey(), algorithm: algorithm)])
    rules = SignatureRules(algorithms: [algorithm], types: .optional(["jwt"]))
    self.seconds = seconds
  }

  func run() throws -> JSONValue {
    var count: Int64 = 0
    let start = Self.now()
    while Self.now() - start < seconds {
      for _ in 0..<500 { _ = try keys.verify(CompactJWS(token), rules) }
      count += 500
    }
    return ["per_second": .integer(Int64(Double(count) / (Self.now() - start)))]
  }

  /// CPU time of this process, so that other programs on the machine do not count.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The claims that Apple's identity tokens have.
  private static let claims = JSONObject([
    ("iss", "https://appleid.apple.com"), ("aud", "com.example.app"), ("exp", 1_700_086_400),
    ("iat", 1_700_000_000), ("sub", "001667.7f1e0000000000000000000000e6f1.0433"),
    ("at_hash", "GkqEPhOkcDSGVCFnyJ9ZCA"), ("email", "abcdef1234@privaterelay.appleid.com"),
    ("email_verified", "true"), ("is_private_email", "true"), ("auth_time", 1_700_000_000),
    ("nonce_supported", true),
  ])
}
