package import CredentialCore

extension MemoryStore: TransferLedger {
  /// What is kept of moves to another team.
  package var transfers: any TransferLedger { self }

  /// A page of the users whom a move concerns.
  package func transferring(_ query: TransferQuery) async throws -> [TransferRecord] {
    try step { state in
      let found = state.concerned(query).filter { record in
        (query.after.map { $0 < record.subject } ?? true) && record.isOf(query.part)
      }
      return Array(found.prefix(max(0, query.limit)))
    }
  }

  /// Keeps what was answered.
  package func note(
    _ findings: [TransferFinding], of provider: ProviderName, decider: Decider, now: Moment
  ) async throws -> [Committed] {
    try step { state in
      findings.compactMap { state.note($0, of: provider, decider: decider, now: now) }
    }
  }

  /// How far a move has come.
  package func transferProgress(of query: TransferQuery) async throws -> TransferProgress {
    try step { state in
      var progress = TransferProgress()
      for record in state.concerned(query) {
        progress.users += 1
        if record.identifier != nil { progress.identified += 1 }
        if record.successor != nil { progress.mapped += 1 }
        if record.refusal != nil { progress.refused += 1 }
      }
      return progress
    }
  }

  /// Whom an identifier stands for.
  package func subject(
    ofTransfer identifier: Subject, of provider: ProviderName
  ) async throws -> Subject? {
    try step { state in
      state.transfers.first { $0.key.provider == provider && $0.value.identifier == identifier }?
        .key.subject
    }
  }

  /// Keeps that a step was asked for.
  package func begin(_ run: TransferRun, entry: AuditEntry) async throws {
    try step { state in
      state.transferRuns[run.provider] = run
      _ = state.note(entry, adding: entry.number, row: nil)
    }
  }

  /// Forgets a step.
  package func end(_ run: TransferRun, now: Moment) async throws {
    try step { state in
      if state.transferRuns[run.provider] == run { state.transferRuns[run.provider] = nil }
    }
  }

  /// The steps that go on.
  package func transferRuns() async throws -> [TransferRun] {
    try step { $0.transferRuns.values.sorted { $0.provider < $1.provider } }
  }
}

extension TransferRecord {
  fileprivate func isOf(_ part: TransferQuery.Part) -> Bool {
    switch part {
    case .all: true
    case .unmapped: successor == nil
    case .open(.export, let since): identifier == nil && isFresh(since)
    case .open(.import, let since): identifier != nil && successor == nil && isFresh(since)
    }
  }

  private func isFresh(_ since: Moment) -> Bool { refused.map { $0 < since } ?? true }
}

extension MemoryState {
  /// Whom a move concerns, in order.
  fileprivate func concerned(_ query: TransferQuery) -> [TransferRecord] {
    let known = transfers.filter { $0.key.provider == query.provider }.values
    let successors = Set(known.compactMap(\.successor))
    return entries.values.map(\.record.credential).filter { credential in
      guard credential.id.provider == query.provider else { return false }
      if transfers[credential.id]?.successor != nil { return true }
      return credential.state != .revoked && credential.state != .notFound
        && !successors.contains(credential.id.subject)
        && !(query.accepted.map { credential.isOfReceivingTeam(since: $0) } ?? false)
    }
    .sorted { $0.id < $1.id }
    .map { transfers[$0.id] ?? TransferRecord($0.id.subject) }
  }

  fileprivate mutating func note(
    _ finding: TransferFinding, of provider: ProviderName, decider: Decider, now: Moment
  ) -> Committed? {
    let id = CredentialID(provider: provider, subject: finding.subject)
    guard let entry = entries[id] else { return nil }
    var record = transfers[id] ?? TransferRecord(finding.subject)
    guard record.successor == nil else { return Committed(events: [], notices: []) }
    record.note(finding.reply, at: now)
    transfers[id] = record
    guard case .successor(let new, let profile) = finding.reply, new != id.subject else {
      return Committed(events: [], notices: [])
    }
    return move(entry, to: CredentialID(provider: provider, subject: new), profile, decider, now)
  }

  private mutating func move(
    _ entry: Entry, to id: CredentialID, _ profile: UserProfile, _ decider: Decider, _ now: Moment
  ) -> Committed {
    let (before, old) = (entry.record, entry.record.credential.id)
    let evidence = Evidence("the provider names the user \(id.subject)")
    let decision = restrained(decider).transfer(
      before.credential, evidence: evidence, among: books[old.provider] ?? ClientBook(), now: now)
    var (entry, committed) = (entry, Committed(events: [], notices: []))
    var tokens: [(client: ClientID, token: Secret)] = []
    if let decision {
      for grant in before.credential.grants.reversed()
      where grant.isMovable && !tokens.contains(where: { $0.client == grant.client }) {
        if let token = entry.token(grant.epoch) { tokens.append((grant.client, token)) }
      }
      entry.record.follow(decision)
      committed = Committed(
        events: publish(decision.events, by: &entry, now: now), notices: decision.notices)
      entry.keepTokensOfGrants()
      keep(entry)
    }
    inherit(id, from: before, told: profile, tokens, now)
    return committed
  }

  private mutating func inherit(
    _ id: CredentialID, from old: CredentialRecord, told profile: UserProfile,
    _ tokens: [(client: ClientID, token: Secret)], _ now: Moment
  ) {
    let known = entries[id]
    var entry =
      known
      ?? Entry(
        number: entries.nextNumber,
        record: CredentialRecord(Credential(id: id, account: nil, labels: [], since: now)))
    entry.record.inherit(from: old, isNew: known == nil)
    var told = (profiles[old.credential.id] ?? UserProfile()).updated(by: profile)
    told = told.updated(by: profiles[id] ?? UserProfile())
    if !told.isEmpty {
      profiles[id] = told
      entry.record.credential.hasProfile = true
    }
    for (client, token) in tokens {
      let epoch = nextEpoch()
      entries.note(epoch, of: entry.number)
      if entry.record.inherit(client, epoch, from: old, now: now) { entry.add(token, epoch) }
    }
    keep(entry)
  }
}

extension Credential {
  /// Whether only the receiving team can know the user: signed in, or enrolled, since the move.
  fileprivate func isOfReceivingTeam(since accepted: Moment) -> Bool {
    if let signedIn, signedIn >= accepted { return true }
    return !grants.isEmpty && grants.allSatisfy { $0.given.map { $0 >= accepted } ?? false }
  }
}
