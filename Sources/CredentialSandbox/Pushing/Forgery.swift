/// One thing that is wrong with a token, for those who must refuse it.
package enum Forgery: String, Sendable, CaseIterable {
  /// The signature has a bit turned.
  case signature
  /// Signed by a stranger's key under the right name.
  case key
  /// Signed by a stranger's key under a name that nobody knows.
  case kid
  /// Nobody signed it (`alg` none).
  case unsigned = "none"
  /// A shared secret: the public key's text (HS256).
  case sharedSecret = "hmac"
  /// The header brings the stranger's key (`jwk`).
  case embeddedKey = "jwk"
  /// The header demands an extension (`crit`).
  case critical = "crit"
  /// The header's `typ` is that of another kind of token.
  case type = "typ"
  /// Another issuer.
  case issuer = "iss"
  /// Another audience.
  case audience = "aud"
  /// It has ended.
  case expired = "exp"
  /// It is issued an hour ahead.
  case ahead = "iat"
  /// It has no identifier.
  case noID = "jti"
  /// It has no events.
  case noEvents = "events"
  /// It has no subject.
  case noSubject = "sub"
  /// It has a nonce that nobody asked for.
  case nonce
  /// A claim occurs twice.
  case twice
  /// The last part is missing.
  case cut

  /// Reads the word of a command line.
  init(word: String) throws(SandboxError) {
    guard let known = Forgery(rawValue: word) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw SandboxError(.usage, "nothing can be wrong as \"\(word)\"; there are: \(names)")
    }
    self = known
  }
}
