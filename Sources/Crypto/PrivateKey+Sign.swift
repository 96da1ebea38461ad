internal import COpenSSL

extension PrivateKey {
  /// Signs for ES256 (RFC 7518 §3.4): r then s, 32 bytes each, not DER.
  package func signES256(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
    guard kind == .p256 else {
      throw CryptoError(.wrongKind, "ES256 needs an EC key on P-256, this is an RSA key")
    }
    return try ECSignature.raw(der: sign(message))
  }

  /// Signs for RS256 (RFC 7518 §3.3).
  package func signRS256(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
    guard kind == .rsa else {
      throw CryptoError(.wrongKind, "RS256 needs an RSA key, this is an EC key")
    }
    return try sign(message)
  }

  private func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw .library("sign") }
    defer { EVP_MD_CTX_free(context) }
    var length = Int(EVP_PKEY_get_size(handle.pointer))
    var signature = [UInt8](repeating: 0, count: length)
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, handle.pointer) == 1,
      EVP_DigestSign(context, &signature, &length, message, message.count) == 1
    else { throw .library("sign") }
    return Array(signature.prefix(length))
  }
}
