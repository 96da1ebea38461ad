internal import CredentialCore

extension WriterContext {
  /// Judges pushes on the current rows; nil where there is no such credential.
  func apply(_ pushes: [Push], decider: Decider, now: Moment) throws -> [Committed?] {
    try pushTable.forgetOldest(now: now)
    try unknownTable.forgetOldest(now: now)
    for name in Set(pushes.map(\.credential.provider)) { noteHeard(from: name, now: now) }
    return try pushes.map { push in
      let mark = try seal.mark(ofPush: push.id, of: push.credential.provider)
      return try apply(push, mark: mark, decider: decider, now: now)
    }
  }

  /// Judges what was pushed about a user before the enrolment.
  func recallPushes(
    about id: CredentialID, decider: Decider, now: Moment
  ) throws -> [Committed] {
    try unknownTable.forgetOldest(now: now)
    return try unknownTable.take(try seal.mark(ofUnknown: id), about: id).compactMap { kept in
      try apply(kept.push, mark: kept.mark, decider: decider, now: now)
    }
  }

  /// Notes when a push of a provider came that has users.
  func noteHeard(from provider: ProviderName, now: Moment) {
    books[provider]?.pushes.heard = now
  }

  /// Forgets what was pushed about a user who is not known.
  func forgetUnknown(_ id: CredentialID) throws {
    try unknownTable.forget(try seal.mark(ofUnknown: id))
  }

  private var unknownTable: UnknownPushTable { UnknownPushTable(connection: connection) }

  private var pushTable: PushTable { PushTable(connection: connection) }

  private func keepUnknown(_ push: Push, mark: [UInt8], now: Moment) throws {
    guard case .conclusive(let verdict) = push.news else { return }
    try unknownTable.keep(
      push, verdict, mark: mark, user: try seal.mark(ofUnknown: push.credential), now: now)
  }

  private func apply(
    _ push: Push, mark id: [UInt8], decider: Decider, now: Moment
  ) throws -> Committed? {
    let provider = push.credential.provider
    guard var stored = try credentials.read(push.credential) else {
      try keepUnknown(push, mark: id, now: now)
      return nil
    }
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
