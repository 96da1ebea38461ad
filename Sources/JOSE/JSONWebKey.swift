package import Crypto
internal import JSON

/// A public key that verifies signatures (RFC 7517 §4, RFC 7518 §6).
package struct JSONWebKey: Sendable {
  /// Its name in the set.
  package let id: KeyID?
  /// The key itself.
  package let key: PublicKey
  /// What it may verify: the one algorithm that it is pinned to, or all of its kind.
  package let algorithms: [SignatureAlgorithm]
  let verifiers: [SignatureVerifier]

  /// Takes a key that is known already, for one algorithm or for all of its kind.
  package init(
    id: KeyID?, key: PublicKey, algorithm: SignatureAlgorithm?
  ) throws(KeyFault) {
    let fitting = SignatureAlgorithm.allCases.filter { $0.keyKind == key.kind }
    if let algorithm, !fitting.contains(algorithm) {
      throw KeyFault(
        .contradiction, "the key is for \(algorithm.rawValue), but it is an \(key.kind) key")
    }
    self.id = id
    self.key = key
    algorithms = algorithm.map { [$0] } ?? fitting
    var verifiers: [SignatureVerifier] = []
    do throws(CryptoError) {
      for algorithm in algorithms { verifiers.append(try SignatureVerifier(key, algorithm)) }
    } catch {
      throw KeyFault(.unusable, error.description)
    }
    self.verifiers = verifiers
  }

  func verifier(for algorithm: SignatureAlgorithm) -> SignatureVerifier? {
    verifiers.first { $0.algorithm == algorithm }
  }
}
