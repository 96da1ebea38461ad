/// The curves whose keys are used, by their names in a JWK (RFC 7518 §6.2.1.1).
package enum EllipticCurve: String, Sendable, CaseIterable {
  /// NIST P-256, for ES256.
  case p256 = "P-256"
  /// NIST P-384, for ES384.
  case p384 = "P-384"
  /// NIST P-521, for ES512.
  case p521 = "P-521"

  /// How many bytes a coordinate has, and each half of a signature.
  package var byteCount: Int {
    switch self {
    case .p256: 32
    case .p384: 48
    case .p521: 66
    }
  }

  /// The library's name.
  var groupName: String {
    switch self {
    case .p256: "prime256v1"
    case .p384: "secp384r1"
    case .p521: "secp521r1"
    }
  }
}
