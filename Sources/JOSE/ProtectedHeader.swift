package import Crypto
internal import JSON

/// What a token's header may say; everything that is dangerous in it is refused (RFC 8725 §3).
package struct ProtectedHeader: Sendable, Equatable {
  /// How the sender says it is signed. The caller's rules and the key decide whether that counts.
  package let algorithm: SignatureAlgorithm
  /// The key that the sender names.
  package let keyID: KeyID?
  /// The kind of token in lower case, without `application/`.
  package let type: String?

  init(_ members: JSONObject) throws(TokenFault) {
    algorithm = try Self.algorithm(members["alg"])
    try Self.refuseExtensions(members)
    keyID = try Self.text(members, "kid").map(KeyID.init)
    type = try Self.text(members, "typ").map(Self.kind)
  }

  private static func algorithm(_ value: JSONValue?) throws(TokenFault) -> SignatureAlgorithm {
    guard let name = value?.string else {
      throw TokenFault(.badHeader, "the token's header has no text alg")
    }
    if let known = SignatureAlgorithm(rawValue: name) { return known }
    switch name.lowercased() {
    case "none": throw TokenFault(.unsigned, "the token says that nobody signed it (alg none)")
    case "hs256", "hs384", "hs512":
      throw TokenFault(
        .sharedSecret, "the token asks for a shared secret (alg \(name)); a public key is none")
    default:
      throw TokenFault(.unknownAlgorithm, "the token's algorithm is not known: \(quoted(name))")
    }
  }

  private static func refuseExtensions(_ members: JSONObject) throws(TokenFault) {
    if let encoded = members["b64"], encoded != true {
      throw TokenFault(.unencodedPayload, "the token's payload is not encoded (b64, RFC 7797)")
    }
    if members["crit"] != nil {
      throw TokenFault(.criticalExtension, "the token demands an extension (crit); none is known")
    }
    for name in ["jwk", "jku", "x5c", "x5u"] where members[name] != nil {
      throw TokenFault(
        .embeddedKey,
        "the token brings its own key or the place of one (\(name)); no such key counts")
    }
  }

  private static func text(_ members: JSONObject, _ name: String) throws(TokenFault) -> String? {
    guard let value = members[name] else { return nil }
    guard let text = value.string else {
      throw TokenFault(.badHeader, "\(name) in the token's header is no text")
    }
    return text
  }

  /// The media type without its usual prefix (RFC 7515 §4.1.9).
  private static func kind(_ type: String) -> String {
    let lower = type.lowercased()
    let prefix = "application/"
    let rest = lower.dropFirst(prefix.count)
    return lower.hasPrefix(prefix) && !rest.contains("/") ? String(rest) : lower
  }
}
