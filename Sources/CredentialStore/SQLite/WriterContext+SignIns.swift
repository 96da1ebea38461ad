internal import CredentialCore

extension WriterContext {
  /// Judges a verified sign-in on the current row and keeps what came of it.
  func signIn(_ signIn: SignIn, decider: Decider, now: Moment) throws -> SignedIn {
    let (id, provider) = (signIn.id, signIn.provider)
    let known = try credentials.read(id)
    var stored = try known ?? insert(id, now: now)
    let epoch = signIn.verified.token == nil ? nil : nextEpoch()
    let stale = books[provider]?.stale ?? 0
    let (decision, outcome) = stored.record.signIn(
      signIn, epoch: epoch, isNew: known == nil, decider: restrained(decider),
      among: books[provider] ?? ClientBook(), now: now)
    var committed = Committed(
      events: try publish(decision.events, by: &stored, now: now), notices: decision.notices)
    try keep(signIn.verified.profile, of: &stored)
    try write(stored, before: known?.record)
    if let epoch, let token = signIn.verified.token?.secret {
      try grants.setToken(try seal.seal(token, of: id, epoch), epoch)
      try nameToken(signIn.tokenNames, of: provider, epoch)
    }
    try evidence.note(HistoryEntry(signIn, decision, epoch, at: now), of: stored.number)
    committed.plan(stored.record.nextLook)
    let after = books[provider]?.stale ?? 0
    if after != stale { committed.stale = after }
    return SignedIn(
      outcome, stored.record.credential, committed, rule: decision.because?.rule ?? .signInVerified)
  }

  /// The rows of a user who was not known.
  func insert(_ id: CredentialID, now: Moment) throws -> StoredCredential {
    if books[id.provider] == nil, try credentials.provider(id.provider) == nil {
      restraints.begin(id.provider, now: now)
    }
    let credential = Credential(id: id, account: nil, labels: [], since: now)
    return try credentials.insert(CredentialRecord(credential))
  }

  /// Adds what is told of the user to what is kept; a profile that does not open any more is replaced.
  func keep(_ profile: UserProfile, of stored: inout StoredCredential) throws {
    guard !profile.isEmpty else { return }
    let id = stored.record.credential.id
    let kept = try credentials.profile(of: stored.number).flatMap { seal.openProfile($0, of: id) }
    let whole = (kept ?? UserProfile()).updated(by: profile)
    stored.record.credential.hasProfile = true
    guard whole != kept else { return }
    try credentials.setProfile(try seal.seal(whole, of: id), of: stored.number)
  }
}
