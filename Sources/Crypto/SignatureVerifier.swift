/// A public key together with the one algorithm that it may verify, made ready once.
package struct SignatureVerifier: Sendable {
  /// What it verifies.
  package let algorithm: SignatureAlgorithm
  private let context: SignatureContext
  private let signatureCount: Int

  /// Makes `key` ready; refuses an algorithm for another kind of key.
  package init(_ key: PublicKey, _ algorithm: SignatureAlgorithm) throws(CryptoError) {
    guard key.kind == algorithm.keyKind else {
      throw CryptoError(.wrongKind, "\(algorithm.rawValue) needs another key than \(key.kind)")
    }
    self.algorithm = algorithm
    context = try SignatureContext(key.handle, algorithm, signing: false)
    signatureCount = key.handle.signatureCount(key.kind)
  }

  /// Whether `signature` has the one length that this key's signatures have (RFC 7518 §3.3, §3.4).
  package func hasLength(_ signature: [UInt8]) -> Bool { signature.count == signatureCount }

  /// Whether `signature` (for EC: r then s, not DER) is this key's signature of `message`.
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard hasLength(signature), let hash = algorithm.hash.of(message) else { return false }
    guard case .ec = algorithm.keyKind else { return context.verifies(signature, hash) }
    guard let der = ECSignature.der(raw: signature) else { return false }
    return context.verifies(der, hash)
  }
}

extension PublicKey {
  /// Whether `signature` (for EC: r then s, not DER) is this key's signature of `message`; false
  /// when the algorithm is for another kind of key.
  package func verifies(
    _ signature: [UInt8], of message: [UInt8], by algorithm: SignatureAlgorithm
  ) -> Bool {
    guard let verifier = try? SignatureVerifier(self, algorithm) else { return false }
    return verifier.verifies(signature, of: message)
  }
}
