package import CredentialCore

extension MemoryStore {
  /// Destroys the profiles of users whose account was deleted long ago.
  package func destroyProfiles(now: Moment) async throws {
    try step { state in
      for id in Array(state.profiles.keys) {
        guard let credential = state.entries[id]?.record.credential, credential.isDeleted,
          credential.since <= now - ProfileRetention.span
        else { continue }
        state.destroyProfile(of: id)
      }
    }
  }

  /// Whose token a provider calls so.
  package func owners(
    of token: TokenName, at provider: ProviderName
  ) async throws -> [CredentialID] {
    try step { state in
      let named = state.tokenNames.filter { id, names in
        let grants = state.entries[id]?.record.credential.grants ?? []
        return id.provider == provider
          && grants.contains { names[$0.epoch]?.contains(token) == true }
      }
      return Array(named.keys.sorted().prefix(100))
    }
  }

  /// Judges a verified sign-in and keeps it.
  package func signIn(_ signIn: SignIn, decider: Decider, now: Moment) async throws -> SignedIn {
    try step { $0.signIn(signIn, decider: decider, now: now) }
  }

  /// What is known of a user.
  package func user(_ id: CredentialID) async throws -> UserProfile? {
    try step { state in state.entries[id].map { _ in state.profiles[id] ?? UserProfile() } }
  }

  /// The tokens of a user that may be alive.
  package func heldTokens(of id: CredentialID) async throws -> [HeldToken]? {
    try step { state in
      state.entries[id].map { entry in
        entry.record.credential.grants.filter(\.isMovable).compactMap { grant in
          entry.token(grant.epoch).map { HeldToken($0, of: grant.client) }
        }
      }
    }
  }
}

extension MemoryState {
  fileprivate mutating func signIn(_ signIn: SignIn, decider: Decider, now: Moment) -> SignedIn {
    let (id, provider) = (signIn.id, signIn.provider)
    if books[provider] == nil { restraints.begin(provider, now: now) }
    let known = entries[id]
    var entry =
      known
      ?? Entry(
        number: entries.nextNumber,
        record: CredentialRecord(Credential(id: id, account: nil, labels: [], since: now)))
    let epoch = signIn.verified.token == nil ? nil : nextEpoch()
    if let epoch { entries.note(epoch, of: entry.number) }
    let stale = books[provider]?.stale ?? 0
    let (decision, outcome) = entry.record.signIn(
      signIn, epoch: epoch, isNew: known == nil, decider: restrained(decider),
      among: books[provider] ?? ClientBook(), now: now)
    var committed = Committed(
      events: publish(decision.events, by: &entry, now: now), notices: decision.notices)
    if !signIn.verified.profile.isEmpty {
      profiles[id] = (profiles[id] ?? UserProfile()).updated(by: signIn.verified.profile)
      entry.record.credential.hasProfile = true
    }
    if let epoch, let token = signIn.verified.token?.secret { entry.add(token, epoch) }
    if let epoch { tokenNames[id, default: [:]][epoch] = signIn.tokenNames }
    entry.keepTokensOfGrants()
    note(HistoryEntry(signIn, decision, epoch, at: now), in: &entry)
    keep(entry)
    committed.plan(entry.record.nextLook)
    let after = books[provider]?.stale ?? 0
    if after != stale { committed.stale = after }
    return SignedIn(
      outcome, entry.record.credential, committed, rule: decision.because?.rule ?? .signInVerified)
  }
}
