/// The kinds of key that tokens here are signed with (RFC 7518 §3.1).
package enum KeyKind: Sendable, Equatable, CustomStringConvertible {
  /// A key on an elliptic curve.
  case ec(EllipticCurve)
  /// An RSA key of at least 2048 bits.
  case rsa

  /// "RSA" or "EC P-256".
  package var description: String {
    switch self {
    case .ec(let curve): "EC \(curve.rawValue)"
    case .rsa: "RSA"
    }
  }
}
