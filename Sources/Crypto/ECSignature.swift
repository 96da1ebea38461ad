internal import COpenSSL

/// The two forms of an elliptic-curve signature: JOSE's raw r and s, and OpenSSL's DER.
enum ECSignature {
  /// r and s, left-padded with zeros to `half` bytes each.
  static func raw(der: [UInt8], half: Int) throws(CryptoError) -> [UInt8] {
    let signature = der.withUnsafeBufferPointer { buffer in
      var start = buffer.baseAddress
      return d2i_ECDSA_SIG(nil, &start, buffer.count)
    }
    guard let signature else { throw .library("read its own signature") }
    defer { ECDSA_SIG_free(signature) }
    return try number(ECDSA_SIG_get0_r(signature), half)
      + number(ECDSA_SIG_get0_s(signature), half)
  }

  /// The DER form of two halves of the same length, nil when the library fails.
  static func der(raw: [UInt8]) -> [UInt8]? {
    guard let signature = ECDSA_SIG_new() else { return nil }
    defer { ECDSA_SIG_free(signature) }
    let half = raw.count / 2
    let r = BN_bin2bn(raw, Int32(half), nil)
    let s = BN_bin2bn(Array(raw.suffix(half)), Int32(half), nil)
    guard ECDSA_SIG_set0(signature, r, s) == 1 else {
      BN_free(r)
      BN_free(s)
      return nil
    }
    var start: UnsafeMutablePointer<UInt8>?
    let length = i2d_ECDSA_SIG(signature, &start)
    guard let start, length > 0 else { return nil }
    defer { copenssl_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(length)))
  }

  private static func number(
    _ number: OpaquePointer?, _ half: Int
  ) throws(CryptoError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: half)
    guard BN_bn2binpad(number, &bytes, Int32(half)) == Int32(half) else {
      throw .library("write a signature")
    }
    return bytes
  }
}
