internal import COpenSSL

extension PublicKey {
  /// Whether `signature` (64 bytes, r then s) is this key's ES256 signature of `message`.
  package func verifiesES256(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard kind == .p256, let der = ECSignature.der(raw: signature) else { return false }
    return verifies(der, message)
  }

  /// Whether `signature` is this key's RS256 signature of `message`.
  package func verifiesRS256(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    kind == .rsa && verifies(signature, message)
  }

  private func verifies(_ signature: [UInt8], _ message: [UInt8]) -> Bool {
    guard let context = EVP_MD_CTX_new() else { return false }
    defer {
      EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, handle.pointer) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}
