internal import Crypto

/// A token whose signature was verified with a key of its issuer; nothing else makes one.
package struct VerifiedJWS: Sendable {
  /// The header, checked.
  package let header: ProtectedHeader
  /// The bytes that were signed.
  package let payload: [UInt8]

  fileprivate init(_ header: ProtectedHeader, _ payload: [UInt8]) {
    self.header = header
    self.payload = payload
  }
}

extension KeySet {
  /// Verifies `token`: its header is checked, then `rules`, then the key it names decides.
  ///
  /// A token without `kid` is verified when exactly one key fits its algorithm. The caller makes
  /// sure that the set is recent enough; `KeyCache` decides that.
  package func verify(
    _ token: CompactJWS, _ rules: SignatureRules
  ) throws(TokenFault) -> VerifiedJWS {
    let header = try rules.header(of: token)
    let verifiers = try verifiers(for: header)
    guard verifiers.contains(where: { $0.hasLength(token.signature) }) else {
      throw TokenFault(
        .signatureLength,
        "the signature has \(token.signature.count) bytes, not as many as the key's signatures")
    }
    guard verifiers.contains(where: { $0.verifies(token.signature, of: token.signed) }) else {
      throw TokenFault(.badSignature, "the signature is not that of the issuer's key")
    }
    return VerifiedJWS(header, token.payload)
  }
}
