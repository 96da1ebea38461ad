/// A sign-in as a back end hands it over: what the provider gave to the app or the browser, and what
/// the back end knows of its own request. Nothing of it is believed yet.
package struct SignInHandover: Sendable {
  /// The identity token, in the compact form (OpenID Connect Core §2).
  package var identityToken: Secret?
  /// The authorization code, which is used up by being exchanged.
  package var code: Secret?
  /// A refresh token that the back end already has.
  package var refreshToken: Secret?
  /// The client that asked; nil when the identity token is to say it.
  package var client: ClientID?
  /// The address the authorization request named; nil when it named none.
  package var redirectURI: String?
  /// The verifier of the code's challenge (RFC 7636).
  package var codeVerifier: Secret?
  /// The nonce as it was sent to the provider.
  package var nonce: String?
  /// The user whom the back end takes it for; nil when the token alone is to say it.
  package var subject: Subject?
  /// What the app knows of the user beside the token; the provider gives a name to the app only.
  package var profile = UserProfile()
  /// The error that the provider gave instead of a code (RFC 6749 §4.1.2.1).
  package var error: String?

  /// A hand-over of nothing, to be filled in.
  package init() {}

  /// Refuses another user than the one whom the back end takes it for.
  package func check(_ found: Subject) throws(SignInRefusal) {
    guard let subject, subject != found else { return }
    throw SignInRefusal(
      .invalidResponse, "the sign-in is of another user than the one it was handed over for")
  }
}
