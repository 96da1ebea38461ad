internal import COpenSSL

/// A key made ready for one algorithm, its padding chosen; frees the library's context.
final class SignatureContext: @unchecked Sendable {
  // Safe: never changed after `init`; each signature is worked on in a copy.
  private let pointer: OpaquePointer

  /// Makes `key` ready to sign or to verify; the caller has checked that the algorithm fits it.
  init(_ key: KeyHandle, _ algorithm: SignatureAlgorithm, signing: Bool) throws(CryptoError) {
    guard let pointer = EVP_PKEY_CTX_new(key.pointer, nil) else { throw .library("prepare a key") }
    self.pointer = pointer
    let begun =
      signing ? EVP_PKEY_sign_init(pointer) == 1 : EVP_PKEY_verify_init(pointer) == 1
    guard begun, EVP_PKEY_CTX_set_signature_md(pointer, algorithm.hash.digest) == 1,
      algorithm.keyKind != .rsa || Self.pad(pointer, algorithm)
    else { throw .library("prepare a key") }
  }

  deinit { EVP_PKEY_CTX_free(pointer) }

  /// Whether `signature`, in the library's form, is one of `hash`.
  func verifies(_ signature: [UInt8], _ hash: [UInt8]) -> Bool {
    guard let context = EVP_PKEY_CTX_dup(pointer) else { return false }
    defer {
      EVP_PKEY_CTX_free(context)
      ERR_clear_error()
    }
    return EVP_PKEY_verify(context, signature, signature.count, hash, hash.count) == 1
  }

  /// Signs `hash`; the result has the library's form.
  func sign(_ hash: [UInt8], longest: Int) throws(CryptoError) -> [UInt8] {
    guard let context = EVP_PKEY_CTX_dup(pointer) else { throw .library("sign") }
    defer { EVP_PKEY_CTX_free(context) }
    var length = longest
    var signature = [UInt8](repeating: 0, count: longest)
    guard EVP_PKEY_sign(context, &signature, &length, hash, hash.count) == 1 else {
      throw .library("sign")
    }
    return Array(signature.prefix(length))
  }

  /// The salt is as long as the hash (RFC 7518 §3.5), and the mask uses the same hash.
  private static func pad(_ pointer: OpaquePointer, _ algorithm: SignatureAlgorithm) -> Bool {
    guard algorithm.isPSS else {
      return EVP_PKEY_CTX_set_rsa_padding(pointer, RSA_PKCS1_PADDING) == 1
    }
    return EVP_PKEY_CTX_set_rsa_padding(pointer, RSA_PKCS1_PSS_PADDING) == 1
      && EVP_PKEY_CTX_set_rsa_pss_saltlen(pointer, algorithm.hash.rawValue) == 1
      && EVP_PKEY_CTX_set_rsa_mgf1_md(pointer, algorithm.hash.digest) == 1
  }
}
