package import CredentialCore

extension SQLiteStore {
  /// Destroys the profiles of users whose account was deleted long ago; writes only when there are some.
  package func destroyProfiles(now: Moment) async throws {
    let end = now - ProfileRetention.span
    while !(try await read { try CredentialTable(connection: $0).profilesOfDeleted(until: end) }
      .isEmpty)
    {
      try await write(.control, now: now) { try $0.destroyProfiles(until: end) }
    }
  }

  /// Judges a verified sign-in and keeps it; one whose code was used up until it is durable.
  package func signIn(_ signIn: SignIn, decider: Decider, now: Moment) async throws -> SignedIn {
    try await write(.control, keep: signIn.verified.isIrreplaceable, now: now) {
      try $0.signIn(signIn, decider: decider, now: now)
    }
  }

  /// What is known of a user.
  package func user(_ id: CredentialID) async throws -> UserProfile? {
    try await read { [seal] connection in
      let table = CredentialTable(connection: connection)
      guard let stored = try table.read(id) else { return nil }
      guard let sealed = try table.profile(of: stored.number) else { return UserProfile() }
      guard let profile = seal.openProfile(sealed, of: id) else {
        throw StoreError(
          .rowUnreadable, "the profile of this user does not open under the store's sealing key")
      }
      return profile
    }
  }

  /// The tokens of a user that may be alive.
  package func heldTokens(of id: CredentialID) async throws -> [HeldToken]? {
    try await read { [seal] connection in
      guard let stored = try CredentialTable(connection: connection).read(id) else { return nil }
      return try stored.record.credential.grants.filter(\.isMovable).map { grant in
        let sealed = try GrantTable(connection: connection).token(grant.epoch)
        guard let token = sealed.flatMap({ seal.open($0, of: id, grant.epoch) }) else {
          throw StoreError(
            .rowUnreadable, "a token of this user does not open under the store's sealing key")
        }
        return HeldToken(token, of: grant.client)
      }
    }
  }
}
