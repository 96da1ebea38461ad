internal import CredentialCore
internal import SQLite

extension WriterContext {
  /// Judges one result on the current row; nil when the credential is gone.
  func commit(_ result: LookResult, decider: Decider, now: Moment) throws -> Committed? {
    guard var stored = try row(for: result) else { return nil }
    guard stored.record.isInFlight(result.look) else { return Committed(events: [], notices: []) }
    try keepReplacement(of: result)
    let before = stored.record
    let (provider, client) = (result.look.credential.provider, result.look.client)
    // Not the book itself: held while it is changed, it would be copied at every look.
    let brake = books[provider]?.brake(of: client)
    let (canaries, stale) = (books[provider]?.canaries ?? [:], books[provider]?.stale ?? 0)
    let decision = stored.record.receive(
      result, decider: restrained(decider), among: &books[provider, default: ClientBook()],
      now: now)
    restraints.note(decision.heldAnew, of: provider, now: now)
    var committed = Committed(
      events: try publish(decision.events, by: &stored, now: now), notices: decision.notices)
    try write(stored, before: before)
    committed.plan(stored.record.nextLook)
    if let entry = HistoryEntry(result, decision, before: before.credential) {
      try evidence.note(entry, of: stored.number)
    }
    if let control = Control(result) {
      try bearWitness(
        control, among: (stored.provider, client), decider, now, telling: &committed)
    }
    let after = books[provider] ?? ClientBook()
    committed.brake = BrakeChange(provider, client, before: brake, after: after.brake(of: client))
    committed.hasAwaiting = after.lacksWitness(in: client)
    committed.hasCanaryNews = after.canaries != canaries
    if after.stale != stale { committed.stale = after.stale }
    return committed
  }

  /// Tells suspicions that wait for it that another user of the client was confirmed; those beyond a
  /// number hear the next success.
  private func bearWitness(
    _ control: Control, among client: (provider: Int64, id: ClientID), _ decider: Decider,
    _ now: Moment, telling committed: inout Committed
  ) throws {
    let book = books[control.credential.provider] ?? ClientBook()
    guard book.awaiting(of: client.id) > 0 else { return }
    let waiting = try grants.awaitingControl(
      client.id, provider: client.provider, limit: Self.heardAtOnce)
    for (number, epoch) in waiting {
      guard var stored = try readable(number), stored.record.credential.id != control.credential
      else { continue }
      let before = stored.record
      guard
        let decision = stored.record.hear(
          control, for: epoch, decider: restrained(decider),
          among: &books[control.credential.provider, default: book], now: now)
      else { continue }
      restraints.note(decision.heldAnew, of: control.credential.provider, now: now)
      committed.events += try publish(decision.events, by: &stored, now: now)
      committed.notices += decision.notices
      committed.plan(stored.record.nextLook)
      try write(stored, before: before)
      try evidence.note(HistoryEntry(control, for: epoch, decision), of: number)
    }
  }

  private static let heardAtOnce = 200

  /// A row that cannot be read costs its own user only.
  func readable(_ number: Int64) throws -> StoredCredential? {
    do { return try credentials.read(number: number) } catch let error as SQLiteError
      where error.code == .mismatch
    { return nil }
  }

  /// Refunds a claim whose request was not begun.
  func giveBack(_ look: Look, now: Moment) throws {
    guard var stored = try credentials.read(look.credential) else { return }
    let before = stored.record
    stored.record.giveBack(look, now: now)
    guard stored.record != before else { return }
    try write(stored, before: before)
  }

  /// After a start: claims of the process before are spent, their outcome is not known.
  func abandonClaims() throws {
    for number in claimedBefore {
      try noteLost(number)
      try connection.run(
        """
        UPDATE credentials
        SET claim_epoch = NULL, claim_charge = NULL, claim_purpose = NULL, claimed = NULL
        WHERE id = ?
        """, .integer(number))
    }
  }

  private func noteLost(_ number: Int64) throws {
    guard let record = try readable(number)?.record, let claim = record.inFlight else { return }
    var entry = HistoryEntry(.lookLost, at: claim.claimed)
    (entry.epoch, entry.purpose) = (claim.epoch, claim.purpose)
    try evidence.note(entry, of: number)
  }
}
