internal import COpenSSL

/// Derives keys for a purpose from one key, HKDF with SHA-256 (RFC 5869).
package enum HKDF {
  /// Derives `count` bytes (1 to 8160) for the purpose `info` from `key`.
  package static func derive(
    key: SecretBytes, salt: [UInt8] = [], info: [UInt8], count: Int = 32
  ) throws(CryptoError) -> SecretBytes {
    guard !(key.count == 0), (1...255 * SHA256.byteCount).contains(count) else {
      throw CryptoError(.length, "HKDF needs a key and makes 1 to 8160 bytes")
    }
    guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil) else {
      throw .library("derive a key")
    }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_derive_init(context) == 1,
      EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1,
      EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(salt.count)) == 1,
      EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(info.count)) == 1,
      key.withUnsafeBytes({ bytes in
        EVP_PKEY_CTX_set1_hkdf_key(
          context, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(bytes.count))
      }) == 1
    else { throw .library("derive a key") }
    var length = count
    var status: Int32 = 0
    let derived = SecretBytes(count: count) { buffer in
      let start = buffer.assumingMemoryBound(to: UInt8.self).baseAddress
      status = EVP_PKEY_derive(context, start, &length)
    }
    guard status == 1, length == count else { throw .library("derive a key") }
    return derived
  }
}
