internal import CredentialCore

/// What an identity token says that passed all rules.
struct IdentityFacts: Sendable {
  /// The user.
  let subject: Subject
  /// The client that it is for.
  let client: ClientID
  /// When it was issued, by the issuer's clock.
  let issued: Moment
  /// When the user was asked to prove who it is, by the issuer's clock; nil when it does not say.
  let authenticated: Moment?
  /// Whether it answers the very request of the back end: it carries the nonce that was sent.
  let hasNonce: Bool
  /// What it says of the user.
  let profile: UserProfile
  /// The identifier in another team.
  let transferSubject: Subject?

  /// When the user signed in, for a token that was handed over: a token that may have been made by a
  /// refresh was issued at any time, so when the user proved who it is counts.
  var signedIn: Moment {
    guard !hasNonce, let authenticated else { return issued }
    return min(authenticated, issued)
  }
}
