package import JSON

/// What a user's sign-in said besides who to whom.
package struct SignInOptions: Sendable, Equatable {
  /// Comes back in identity tokens.
  package var nonce: String?
  /// Must come with the code when it is given.
  package var redirectURI: String?
  /// The PKCE challenge by S256 (RFC 7636 §4.2); its verifier must come with the code.
  package var challenge: String?
  /// The scopes that were granted.
  package var scopes: [String]
  /// Claims that identity tokens have besides, or instead of their own; null leaves one out.
  package var claims = JSONObject()

  /// A sign-in without a nonce.
  package init(
    nonce: String? = nil, redirectURI: String? = nil, challenge: String? = nil,
    scopes: [String] = ["openid", "offline_access"]
  ) {
    self.nonce = nonce
    self.redirectURI = redirectURI
    self.challenge = challenge
    self.scopes = scopes
  }
}

extension SignInOptions {
  /// What the control line says.
  var members: [(String, JSONValue)] {
    let texts: [(String, String?)] = [
      ("nonce", nonce), ("redirect_uri", redirectURI), ("code_challenge", challenge),
    ]
    let given = texts.compactMap { name, text in text.map { (name, JSONValue.string($0)) } }
    return given + [("claims", .object(claims)), ("scope", .array(scopes.map { .string($0) }))]
  }

  /// Reads what a control line says.
  init(members: JSONObject) {
    self.init(
      nonce: members["nonce"]?.string, redirectURI: members["redirect_uri"]?.string,
      challenge: members["code_challenge"]?.string)
    if let scopes = members["scope"]?.array { self.scopes = scopes.compactMap(\.string) }
    claims = members["claims"]?.object ?? JSONObject()
  }
}
