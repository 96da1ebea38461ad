internal import COpenSSL

extension PublicKey {
  /// Makes a key from its numbers; refuses a point off its curve, wrong lengths and RSA numbers
  /// under which others could sign.
  package init(_ numbers: KeyNumbers) throws(CryptoError) {
    switch numbers {
    case .point(let curve, let x, let y):
      guard x.count == curve.byteCount, y.count == curve.byteCount else {
        throw CryptoError(
          .length, "the coordinates of a \(curve.rawValue) key have \(curve.byteCount) bytes each")
      }
      let point = [4] + x + y
      try self.init(made: copenssl_public_ec(curve.groupName, point, point.count))
    case .rsa(let modulus, let exponent):
      try RSANumbers.check(modulus, exponent)
      try self.init(
        made: copenssl_public_rsa(modulus, modulus.count, exponent, exponent.count))
    }
  }

  /// The numbers of this key.
  package func numbers() throws(CryptoError) -> KeyNumbers {
    switch kind {
    case .ec(let curve):
      .point(
        curve, x: try number(OSSL_PKEY_PARAM_EC_PUB_X, padded: curve.byteCount),
        y: try number(OSSL_PKEY_PARAM_EC_PUB_Y, padded: curve.byteCount))
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
