internal import Crypto
internal import JSON

/// The keys of one issuer (RFC 7517 §5). What cannot be used is left out with its reason.
package struct KeySet: Sendable {
  /// The longest document that is read.
  package static let maximumBytes = 131_072
  /// The most keys that are read.
  package static let maximumKeys = 100

  /// A key of the document that is not used.
  package struct Skipped: Sendable, Equatable {
    /// Its place in the document, from 0.
    package let index: Int
    /// Its name, when it has one.
    package let id: KeyID?
    /// Why it is not used.
    package let fault: KeyFault
  }

  /// The keys in the order of the document.
  package let keys: [JSONWebKey]
  /// What was left out.
  package let skipped: [Skipped]

  /// Takes keys that are known already.
  package init(_ keys: [JSONWebKey]) {
    self.keys = keys
    skipped = []
  }

  /// Reads a document; one broken or unknown key does not harm the others.
  ///
  /// Fails when it is no key set, too large, or has no key that can be used: such an answer must not
  /// replace keys that are known.
  package init(bytes: [UInt8]) throws(KeyFault) {
    let elements = try Self.elements(bytes)
    var keys: [JSONWebKey] = []
    var skipped: [Skipped] = []
    for (index, element) in elements.enumerated() {
      do throws(KeyFault) { keys.append(try JSONWebKey(element)) } catch {
        let id = element["kid"]?.string.map(KeyID.init)
        skipped.append(Skipped(index: index, id: id, fault: error))
      }
    }
    guard !keys.isEmpty else {
      let reason = skipped.first.map { "; the first: \($0.fault)" } ?? ""
      throw KeyFault(
        .noneUsable, "none of the key set's \(elements.count) keys can be used\(reason)")
    }
    self.keys = keys
    self.skipped = skipped
  }

  private static func elements(_ bytes: [UInt8]) throws(KeyFault) -> [JSONValue] {
    var document = JSONValue.null
    do throws(JSONError) {
      document = try JSONValue.parse(bytes, maximumBytes: maximumBytes)
    } catch {
      throw KeyFault(error.code == .tooLarge ? .tooLarge : .notASet, "the key set: \(error)")
    }
    guard let elements = document["keys"]?.array else {
      throw KeyFault(.notASet, "the key set is no JSON object with an array keys")
    }
    guard elements.count <= maximumKeys else {
      throw KeyFault(
        .tooLarge, "the key set has \(elements.count) keys; at most \(maximumKeys) are read")
    }
    return elements
  }
}

extension KeySet {
  /// Whether a key has this name.
  package func knows(_ id: KeyID) -> Bool { keys.contains { $0.id == id } }

  /// What may verify a token with this header: the keys of its name that are for its algorithm, or
  /// for a token without a name the only key that is.
  func verifiers(for header: ProtectedHeader) throws(TokenFault) -> [SignatureVerifier] {
    guard let id = header.keyID else { return [try onlyVerifier(for: header.algorithm)] }
    let named = keys.filter { $0.id == id }
    guard !named.isEmpty else {
      throw TokenFault(.unknownKey, "the issuer's key set has no key called \(id)")
    }
    let verifiers = named.compactMap { $0.verifier(for: header.algorithm) }
    guard !verifiers.isEmpty else {
      throw TokenFault(
        .keyMismatch, "the issuer's key \(id) is not for \(header.algorithm.rawValue)")
    }
    return verifiers
  }

  private func onlyVerifier(
    for algorithm: SignatureAlgorithm
  ) throws(TokenFault) -> SignatureVerifier {
    let fitting = keys.compactMap { $0.verifier(for: algorithm) }
    guard let first = fitting.first else {
      throw TokenFault(
        .unknownKey, "the token names no key, and the issuer has none for \(algorithm.rawValue)")
    }
    guard fitting.count == 1 else {
      throw TokenFault(
        .ambiguousKey, "the token names no key, and \(fitting.count) of the issuer's would fit")
    }
    return first
  }
}
