/// The asymmetric signatures of tokens, by their names in a header (RFC 7518 §3.1).
///
/// There is none for `none` and none with a shared secret (HS256), so neither can be asked for.
package enum SignatureAlgorithm: String, Sendable, CaseIterable {
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// RSASSA-PKCS1-v1_5 with SHA-384.
  case rs384 = "RS384"
  /// RSASSA-PKCS1-v1_5 with SHA-512.
  case rs512 = "RS512"
  /// RSASSA-PSS with SHA-256 and a salt of the same length.
  case ps256 = "PS256"
  /// RSASSA-PSS with SHA-384 and a salt of the same length.
  case ps384 = "PS384"
  /// RSASSA-PSS with SHA-512 and a salt of the same length.
  case ps512 = "PS512"
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
  /// ECDSA on P-384 with SHA-384.
  case es384 = "ES384"
  /// ECDSA on P-521 with SHA-512.
  case es512 = "ES512"

  /// The only kind of key that it is for.
  package var keyKind: KeyKind {
    switch self {
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: .rsa
    case .es256: .ec(.p256)
    case .es384: .ec(.p384)
    case .es512: .ec(.p521)
    }
  }

  /// Whether RSA pads as PSS does.
  var isPSS: Bool {
    switch self {
    case .ps256, .ps384, .ps512: true
    default: false
    }
  }

  /// The hash that is signed.
  var hash: SignedHash {
    switch self {
    case .rs256, .ps256, .es256: .sha256
    case .rs384, .ps384, .es384: .sha384
    case .rs512, .ps512, .es512: .sha512
    }
  }
}
