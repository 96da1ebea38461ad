internal import CredentialCore

extension WriterContext {
  /// Judges pushes on the current rows; nil where there is no such credential.
  func apply(_ pushes: [Push], decider: Decider, now: Moment) throws -> [Committed?] {
    try pushTable.forgetOldest(now: now)
    return try pushes.map { try apply($0, decider: decider, now: now) }
  }

  private var pushTable: PushTable { PushTable(connection: connection) }

  private func apply(_ push: Push, decider: Decider, now: Moment) throws -> Committed? {
    let provider = push.credential.provider
    guard var stored = try credentials.read(push.credential) else { return nil }
    let id = try seal.mark(ofPush: push.id, of: provider)
    if let rule = try pushTable.seen(id) {
      var committed = Committed(events: [], notices: [])
      committed.push = rule
      return committed
    }
    let before = stored.record
    let (brake, stale) = (books[provider]?.pushes.brake, books[provider]?.stale ?? 0)
    let decision = stored.record.apply(
      push, decider: restrained(decider), among: &books[provider, default: ClientBook()], now: now)
    restraints.note(decision.heldAnew, of: provider, now: now)
    var committed = Committed(
      events: try publish(decision.events, by: &stored, now: now), notices: decision.notices)
    try write(stored, before: before)
    if let rule = decision.because?.rule {
      try evidence.note(HistoryEntry(push, decision, at: now), of: stored.number)
      if rule.endsPush { try pushTable.note(id, rule, now: now) }
      committed.push = rule
    }
    let after = books[provider] ?? ClientBook()
    committed.pushBrake = PushBrakeChange(provider, before: brake, after: after.pushes.brake)
    if after.stale != stale { committed.stale = after.stale }
    return committed
  }
}
