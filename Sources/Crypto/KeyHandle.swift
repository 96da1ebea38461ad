internal import COpenSSL

/// The one owner of an `EVP_PKEY`.
final class KeyHandle: @unchecked Sendable {
  // Safe: a key is not changed after it was made, and EVP calls only read it
  // (openssl-threads(7)).
  let pointer: OpaquePointer

  /// Takes over the library's reference.
  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { EVP_PKEY_free(pointer) }

  /// Which key this is: an elliptic-curve key on a known curve, or an RSA key that is long enough.
  func kind() throws(CryptoError) -> KeyKind {
    switch EVP_PKEY_get_base_id(pointer) {
    case EVP_PKEY_EC:
      let name = groupName()
      guard let curve = EllipticCurve.allCases.first(where: { $0.groupName == name }) else {
        throw CryptoError(.wrongKind, "the elliptic-curve key is on none of P-256, P-384, P-521")
      }
      return .ec(curve)
    case EVP_PKEY_RSA:
      let bits = EVP_PKEY_get_bits(pointer)
      guard bits >= 2048 else {
        throw CryptoError(.weak, "the RSA key has \(bits) bits; at least 2048 are needed")
      }
      return .rsa
    default: throw CryptoError(.wrongKind, "the key is neither EC nor RSA")
    }
  }

  /// How many bytes a signature has in a token.
  func signatureCount(_ kind: KeyKind) -> Int {
    switch kind {
    case .ec(let curve): 2 * curve.byteCount
    case .rsa: Int(EVP_PKEY_get_size(pointer))
    }
  }

  private func groupName() -> String {
    var name = [CChar](repeating: 0, count: 64)
    var length = 0
    guard EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1 else { return "" }
    return String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Runs `body` over memory BIO that holds `bytes`.
func withBIO<Result>(_ bytes: SecretBytes, _ body: (OpaquePointer) -> Result?) -> Result? {
  bytes.withUnsafeBytes { buffer in
    guard let bio = BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count)) else { return nil }
    defer { BIO_free(bio) }
    return body(bio)
  }
}

/// Collects what `write` puts into a memory BIO, nil when it fails.
func collectBIO(_ write: (OpaquePointer) -> Int32) -> SecretBytes? {
  guard let bio = BIO_new(BIO_s_secmem() ?? BIO_s_mem()) else { return nil }
  defer { BIO_free(bio) }
  guard write(bio) == 1 else { return nil }
  var start: UnsafeMutablePointer<CChar>?
  let length = copenssl_memory(bio, &start)
  guard let start, length > 0 else { return nil }
  return SecretBytes(UnsafeRawBufferPointer(start: start, count: length))
}
