internal import COpenSSL

/// Hashes with SHA-512 (FIPS 180-4).
package enum SHA512 {
  /// How many bytes a hash has.
  package static let byteCount = 64

  /// The hash of `bytes`.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: byteCount)
    let status = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha512(), nil)
    precondition(status == 1, "SHA-512 is not available")
    return digest
  }
}

/// Hashes and codes with SHA-256 (FIPS 180-4).
package enum SHA256 {
  /// How many bytes a hash has.
  package static let byteCount = 32

  /// The hash of `bytes`.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: byteCount)
    let status = EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    precondition(status == 1, "SHA-256 is not available")
    return digest
  }

  /// The keyed code HMAC-SHA256 (RFC 2104) of `message`.
  package static func code(_ message: [UInt8], key: SecretBytes) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: byteCount)
    let done = key.withUnsafeBytes { key in
      HMAC(
        EVP_sha256(), key.baseAddress, Int32(key.count), message, message.count, &code, nil)
    }
    precondition(done != nil, "HMAC-SHA256 is not available")
    return code
  }
}
