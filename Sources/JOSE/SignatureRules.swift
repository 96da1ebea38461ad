package import Crypto

/// What the receiver of a token allows, from its configuration and never from the token.
package struct SignatureRules: Sendable, Equatable {
  /// Which kinds of token (`typ`, RFC 8725 §3.11) are taken.
  package enum TypeRule: Sendable, Equatable {
    /// Every kind, or none given.
    case any
    /// One of these in lower case without `application/`.
    case required([String])
    /// One of these, or none given.
    case optional([String])
  }

  /// The algorithms that the issuer uses.
  package let algorithms: [SignatureAlgorithm]
  /// The kinds of token.
  package let types: TypeRule
  /// Whether the token must name its key; else the only key that fits its algorithm is tried too.
  package let needsKeyID: Bool

  /// Allows these algorithms and kinds.
  package init(algorithms: [SignatureAlgorithm], types: TypeRule, needsKeyID: Bool = false) {
    self.algorithms = algorithms
    self.types = types
    self.needsKeyID = needsKeyID
  }

  /// The header of `token`, refused when it breaks a rule or is dangerous whatever the rules.
  package func header(of token: CompactJWS) throws(TokenFault) -> ProtectedHeader {
    let header = try ProtectedHeader(token.header)
    try check(header)
    return header
  }

  private func check(_ header: ProtectedHeader) throws(TokenFault) {
    guard algorithms.contains(header.algorithm) else {
      let names = algorithms.map(\.rawValue).joined(separator: ", ")
      throw TokenFault(
        .algorithmNotAllowed,
        "the token is signed by \(header.algorithm.rawValue); its issuer signs by \(names)")
    }
    guard takes(header.type) else {
      throw TokenFault(
        .wrongType, "the token is another kind (typ \(header.type.map(quoted) ?? "missing"))")
    }
    guard header.keyID != nil || !needsKeyID else {
      throw TokenFault(.badHeader, "the token names no key (kid)")
    }
  }

  private func takes(_ type: String?) -> Bool {
    switch (types, type) {
    case (.any, _), (.optional, nil): true
    case (.required, nil): false
    case (.required(let kinds), let type?), (.optional(let kinds), let type?):
      kinds.contains { same($0, type) }
    }
  }
}
