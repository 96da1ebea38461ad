internal import CredentialCore

extension WriterContext {
  private var transfers: TransferTable { TransferTable(connection: connection) }

  /// Keeps one answer; nil when there is no such user (any more).
  func note(
    _ finding: TransferFinding, of provider: ProviderName, decider: Decider, now: Moment
  ) throws -> Committed? {
    let id = CredentialID(provider: provider, subject: finding.subject)
    guard let stored = try credentials.read(id) else { return nil }
    var record = try transfers.record(stored.number, finding.subject)
    // The first name counts: a second is another answer to the same question.
    guard record.successor == nil else { return Committed(events: [], notices: []) }
    record.note(finding.reply, at: now)
    try transfers.write(record, stored.number, provider)
    guard case .successor(let new, let profile) = finding.reply, new != id.subject else {
      return Committed(events: [], notices: [])
    }
    return try move(
      stored, to: CredentialID(provider: provider, subject: new), profile, decider, now)
  }

  /// Puts the new name in the place of the old one.
  private func move(
    _ stored: StoredCredential, to id: CredentialID, _ profile: UserProfile, _ decider: Decider,
    _ now: Moment
  ) throws -> Committed {
    let (before, old) = (stored.record, stored.record.credential.id)
    let evidence = Evidence("the provider names the user \(id.subject)")
    let decision = restrained(decider).transfer(
      before.credential, evidence: evidence, among: books[old.provider] ?? ClientBook(), now: now)
    let tokens = try decision == nil ? [] : movable(before.credential)
    var (stored, committed) = (stored, Committed(events: [], notices: []))
    if let decision {
      stored.record.follow(decision)
      committed = Committed(
        events: try publish(decision.events, by: &stored, now: now), notices: decision.notices)
      try write(stored, before: before)
    }
    try inherit(id, from: before, told: profile, tokens, sealed: stored.number, now)
    return committed
  }

  /// The tokens that may still work, of each client the newest.
  private func movable(_ credential: Credential) throws -> [(client: ClientID, token: Secret)] {
    var tokens: [(client: ClientID, token: Secret)] = []
    for grant in credential.grants.reversed()
    where grant.isMovable && !tokens.contains(where: { $0.client == grant.client }) {
      guard let sealed = try grants.token(grant.epoch),
        let token = seal.open(sealed, of: credential.id, grant.epoch)
      else { continue }
      tokens.append((grant.client, token))
    }
    return tokens
  }

  /// Gives the new name what the old one had and it has not.
  private func inherit(
    _ id: CredentialID, from old: CredentialRecord, told profile: UserProfile,
    _ tokens: [(client: ClientID, token: Secret)], sealed number: Int64, _ now: Moment
  ) throws {
    let known = try credentials.read(id)
    var stored = try known ?? insert(id, now: now)
    stored.record.inherit(from: old, isNew: known == nil)
    let kept = try credentials.profile(of: number).flatMap {
      seal.openProfile($0, of: old.credential.id)
    }
    let told = (kept ?? UserProfile()).updated(by: profile)
    let own = try credentials.profile(of: stored.number).flatMap { seal.openProfile($0, of: id) }
    try keep(own.map { told.updated(by: $0) } ?? told, of: &stored)
    var sealed: [(Epoch, [UInt8])] = []
    for (client, token) in tokens {
      let epoch = nextEpoch()
      guard stored.record.inherit(client, epoch, from: old, now: now) else { continue }
      sealed.append((epoch, try seal.seal(token, of: id, epoch)))
    }
    try write(stored, before: known?.record)
    for (epoch, token) in sealed { try grants.setToken(token, epoch) }
  }
}
