internal import COpenSSL

/// A key that many keys are derived from, its part of the work done once: what `HKDF.derive` gives
/// for the same key without a salt, 32 bytes.
package final class DerivationKey: @unchecked Sendable {
  // Safe: never changed after `init`; messages are worked on in copies.
  private let context: OpaquePointer

  /// Prepares `key`: extracts (RFC 5869 §2.2) and keeps the result as the key of HMAC.
  package init(_ key: SecretBytes) throws(CryptoError) {
    guard key.count > 0 else { throw CryptoError(.length, "HKDF needs a key") }
    let salt = SecretBytes([UInt8](repeating: 0, count: SHA256.byteCount))
    let extractor = try Self.hmac(salt)
    defer { EVP_MAC_CTX_free(extractor) }
    context = try Self.hmac(try Self.code(extractor, key))
  }

  deinit { EVP_MAC_CTX_free(context) }

  /// Derives 32 bytes for the purpose `info`: the first block of expanding (RFC 5869 §2.3).
  package func derive(info: [UInt8]) throws(CryptoError) -> SecretBytes {
    try Self.code(context, SecretBytes(info + [1]))
  }

  private static func hmac(_ key: SecretBytes) throws(CryptoError) -> OpaquePointer {
    let context = key.withUnsafeBytes { bytes in
      copenssl_hmac(bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
    }
    guard let context else { throw .library("prepare a key") }
    return context
  }

  private static func code(
    _ key: OpaquePointer, _ message: SecretBytes
  ) throws(CryptoError) -> SecretBytes {
    var status: Int32 = 0
    let code = SecretBytes(count: SHA256.byteCount) { buffer in
      let result = buffer.assumingMemoryBound(to: UInt8.self).baseAddress
      status = message.withUnsafeBytes { bytes in
        copenssl_hmac_code(
          key, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, result)
      }
    }
    guard status == 1 else { throw .library("derive a key") }
    return code
  }
}
