internal import COpenSSL

extension PrivateKey {
  /// Signs `message`; for EC the result is r then s, not DER (RFC 7518 §3.4).
  ///
  /// Refuses an algorithm for another kind of key.
  package func sign(
    _ message: [UInt8], by algorithm: SignatureAlgorithm
  ) throws(CryptoError) -> [UInt8] {
    guard kind == algorithm.keyKind else {
      throw CryptoError(.wrongKind, "\(algorithm.rawValue) needs another key than \(kind)")
    }
    guard let hash = algorithm.hash.of(message) else { throw .library("hash what is signed") }
    let context = try SignatureContext(handle, algorithm, signing: true)
    let signature = try context.sign(hash, longest: Int(EVP_PKEY_get_size(handle.pointer)))
    guard case .ec(let curve) = kind else { return signature }
    return try ECSignature.raw(der: signature, half: curve.byteCount)
  }
}
