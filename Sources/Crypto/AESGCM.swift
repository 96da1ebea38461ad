internal import COpenSSL

/// Seals bytes with AES-256-GCM (NIST SP 800-38D); sealed bytes are nonce, text, tag.
package enum AESGCM {
  /// How many bytes a key has.
  package static let keyCount = 32
  /// How many bytes sealing adds: 12 of nonce and 16 of tag.
  package static let overhead = nonceCount + tagCount
  private static let nonceCount = 12
  private static let tagCount = 16

  /// Seals `plain` under a new random nonce; `additionalData` must be given again to open it.
  ///
  /// One key may seal 2^32 times (random 96-bit nonces).
  package static func seal(
    _ plain: SecretBytes, key: SecretBytes, additionalData: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    try seal(plain, key: key, additionalData: additionalData, nonce: randomBytes(nonceCount))
  }

  /// Opens what `seal` made. Any change to it, the key or `additionalData` is `notAuthentic`.
  package static func open(
    _ sealed: [UInt8], key: SecretBytes, additionalData: [UInt8]
  ) throws(CryptoError) -> SecretBytes {
    guard sealed.count >= overhead else {
      throw CryptoError(.notAuthentic, "the sealed bytes are cut off")
    }
    let context = try AESGCMContext(
      key, Array(sealed.prefix(nonceCount)), additionalData, sealing: false)
    var tag = Array(sealed.suffix(tagCount))
    let body = sealed[nonceCount..<(sealed.count - tagCount)]
    var good = false
    let plain = SecretBytes(count: body.count) { buffer in
      good =
        body.withUnsafeBytes { context.update($0, into: buffer) }
        && context.setTag(&tag) && context.finish()
    }
    guard good else {
      ERR_clear_error()
      throw CryptoError(
        .notAuthentic, "the sealed bytes do not open: another key, or they were changed or moved")
    }
    return plain
  }

  /// Seals under a given nonce, which must never be used twice with one key.
  static func seal(
    _ plain: SecretBytes, key: SecretBytes, additionalData: [UInt8], nonce: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    let context = try AESGCMContext(key, nonce, additionalData, sealing: true)
    var body = [UInt8](repeating: 0, count: plain.count)
    var tag = [UInt8](repeating: 0, count: tagCount)
    let done = plain.withUnsafeBytes { plain in
      body.withUnsafeMutableBytes { context.update(plain, into: $0) }
    }
    guard done, context.finish(), context.getTag(&tag) else { throw .library("seal bytes") }
    return nonce + body + tag
  }
}
