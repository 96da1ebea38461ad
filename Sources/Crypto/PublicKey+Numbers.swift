internal import COpenSSL

/// The numbers of a public key as a JWK holds them (RFC 7518 §6), big-endian.
package enum KeyNumbers: Sendable, Equatable {
  /// A point on P-256; both coordinates have 32 bytes.
  case p256(x: [UInt8], y: [UInt8])
  /// Modulus and exponent without leading zeros.
  case rsa(modulus: [UInt8], exponent: [UInt8])
}

extension PublicKey {
  /// Makes a key from its numbers; refuses a point off the curve and wrong lengths.
  package init(_ numbers: KeyNumbers) throws(CryptoError) {
    switch numbers {
    case .p256(let x, let y):
      guard x.count == 32, y.count == 32 else {
        throw CryptoError(.length, "the coordinates of a P-256 key have 32 bytes each")
      }
      let point = [4] + x + y
      try self.init(made: copenssl_public_p256(point, point.count))
    case .rsa(let modulus, let exponent):
      guard (256...1024).contains(modulus.count), (1...8).contains(exponent.count) else {
        throw CryptoError(.length, "an RSA key has 256 to 1024 bytes and an exponent up to 8")
      }
      try self.init(
        made: copenssl_public_rsa(modulus, modulus.count, exponent, exponent.count))
    }
  }

  /// The numbers of this key.
  package func numbers() throws(CryptoError) -> KeyNumbers {
    switch kind {
    case .p256:
      .p256(
        x: try number(OSSL_PKEY_PARAM_EC_PUB_X, padded: 32),
        y: try number(OSSL_PKEY_PARAM_EC_PUB_Y, padded: 32))
    case .rsa:
      .rsa(
        modulus: try number(OSSL_PKEY_PARAM_RSA_N, padded: nil),
        exponent: try number(OSSL_PKEY_PARAM_RSA_E, padded: nil))
    }
  }

  private init(made key: OpaquePointer?) throws(CryptoError) {
    guard let key else { throw .library("make a key of these numbers") }
    try self.init(KeyHandle(owning: key))
  }

  private func number(_ name: String, padded: Int?) throws(CryptoError) -> [UInt8] {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(handle.pointer, name, &number) == 1, let number else {
      throw .library("read a number of the key")
    }
    defer { BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: padded ?? Int(BN_num_bits(number) + 7) / 8)
    guard BN_bn2binpad(number, &bytes, Int32(bytes.count)) >= 0 else {
      throw .library("read a number of the key")
    }
    return bytes
  }
}
