/// What a user's own device was told of its credential, as an app and its service pass it on.
///
/// It is a word about this very user, but not the provider's own and not proven by anybody, so it is
/// presumptive at most.
package struct Report: Sendable, Equatable {
  /// About whom.
  package let credential: CredentialID
  /// The client whose app saw it; nil when that is not known.
  package let client: ClientID?
  /// What the device was told.
  package let saw: DeviceState
  /// When, by the device's clock or the service's.
  package let at: Moment
  /// When it reached the daemon.
  package let received: Moment

  /// Describes a report.
  package init(
    credential: CredentialID, client: ClientID? = nil, saw: DeviceState, at: Moment,
    received: Moment
  ) {
    self.credential = credential
    self.client = client
    self.saw = saw
    self.at = at
    self.received = received
  }

  /// What it was, for people.
  package var evidence: Evidence { Evidence("a device saw \(saw.rawValue)") }
}

/// The states that a device is told of a credential; Apple's
/// `ASAuthorizationAppleIDProvider.CredentialState`, and `credentialRevokedNotification` for `revoked`.
package enum DeviceState: String, Sendable, CaseIterable {
  /// It may be used.
  case authorized
  /// The user has withdrawn it.
  case revoked
  /// The user has none.
  case notFound = "not_found"
  /// The app belongs to another team.
  case transferred
}
