/// The role of a provider that takes a token back on request (RFC 7009; Apple's `/auth/revoke`).
///
/// It ends the user's consent, so it is called only for a back end that deletes the account, and never
/// to learn something: the answer says nothing about the user. To the implementer: one request for each
/// call, none of your own accord; never put a token into a sentence.
package protocol Revoker: Sendable {
  /// Has the provider take one token of `client` back; `now` is the wall time to sign with.
  func revoke(_ token: Secret, of client: ClientID, now: Moment) async -> RevocationOutcome
}

/// What came of it.
package enum RevocationOutcome: Sendable, Equatable {
  /// The token is good no more, or was not before.
  case revoked
  /// It is not known to be so; why, for people. The same may be asked again.
  case failed(String)
}

/// A token that a user of the store has, and the client it was issued to.
package struct HeldToken: Sendable {
  /// The client.
  package let client: ClientID
  /// The token, unsealed.
  package let token: Secret

  /// Pairs them.
  package init(_ token: Secret, of client: ClientID) {
    self.client = client
    self.token = token
  }
}
