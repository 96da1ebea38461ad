internal import COpenSSL

/// One cipher run; frees the library's context.
final class AESGCMContext {
  private let pointer: OpaquePointer
  // Safe: fetched once and never changed or freed; looking it up costs as much as a short message.
  private nonisolated(unsafe) static let cipher = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)

  init(_ key: SecretBytes, _ nonce: [UInt8], _ additionalData: [UInt8], sealing: Bool)
    throws(CryptoError)
  {
    guard key.count == AESGCM.keyCount else {
      throw CryptoError(.length, "AES-256-GCM needs a key of 32 bytes, not \(key.count)")
    }
    guard let pointer = EVP_CIPHER_CTX_new() else { throw .library("make a cipher") }
    self.pointer = pointer
    var length: Int32 = 0
    let ready = key.withUnsafeBytes { key in
      EVP_CipherInit_ex2(
        pointer, Self.cipher, key.assumingMemoryBound(to: UInt8.self).baseAddress, nonce,
        sealing ? 1 : 0, nil)
    }
    let count = Int32(additionalData.count)
    guard ready == 1,
      count == 0 || EVP_CipherUpdate(pointer, nil, &length, additionalData, count) == 1
    else { throw .library("start a cipher") }
  }

  deinit { EVP_CIPHER_CTX_free(pointer) }

  func update(_ bytes: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    guard !bytes.isEmpty else { return true }
    var length: Int32 = 0
    let source = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    let start = buffer.assumingMemoryBound(to: UInt8.self).baseAddress
    return EVP_CipherUpdate(pointer, start, &length, source, Int32(bytes.count)) == 1
      && Int(length) == bytes.count
  }

  func finish() -> Bool {
    var none = [UInt8](repeating: 0, count: 16)
    var length: Int32 = 0
    return EVP_CipherFinal_ex(pointer, &none, &length) == 1
  }

  func setTag(_ tag: inout [UInt8]) -> Bool {
    EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
  }

  func getTag(_ tag: inout [UInt8]) -> Bool {
    EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1
  }
}
