/// The numbers of a public key as a JWK holds them (RFC 7518 §6), big-endian.
package enum KeyNumbers: Sendable, Equatable {
  /// A point; both coordinates have the full length of the curve.
  case point(EllipticCurve, x: [UInt8], y: [UInt8])
  /// Modulus and exponent without leading zeros.
  case rsa(modulus: [UInt8], exponent: [UInt8])
}
