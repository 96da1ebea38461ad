package import CredentialCore

extension MemoryStore {
  /// Judges verified pushes on the current rows.
  package func apply(_ pushes: [Push], decider: Decider, now: Moment) async throws -> [Committed?] {
    try step { state in
      state.pushes.forgetOldest(now: now)
      for name in Set(pushes.map(\.credential.provider)) { state.books[name]?.pushes.heard = now }
      return pushes.map { push in
        if state.entries[push.credential] == nil, case .conclusive = push.news {
          state.unknownPushes.keep(push, now: now)
        }
        return state.apply(push, decider: decider, now: now)
      }
    }
  }

  /// Judges what was pushed before the enrolment.
  package func recallPushes(
    about id: CredentialID, decider: Decider, now: Moment
  ) async throws -> [Committed] {
    try step { state in
      state.unknownPushes.take(about: id, now: now).compactMap {
        state.apply($0, decider: decider, now: now)
      }
    }
  }

  /// Notes when a push came.
  package func noteHeard(from provider: ProviderName, now: Moment) async throws {
    try step { $0.books[provider]?.pushes.heard = now }
  }
}

extension MemoryState {
  fileprivate mutating func apply(_ push: Push, decider: Decider, now: Moment) -> Committed? {
    let provider = push.credential.provider
    guard var entry = entries[push.credential] else { return nil }
    let key = PushLog.Key(provider: provider, id: push.id)
    if let rule = pushes[key] {
      var committed = Committed(events: [], notices: [])
      committed.push = rule
      return committed
    }
    let (brake, stale) = (books[provider]?.pushes.brake, books[provider]?.stale ?? 0)
    let decision = entry.record.apply(
      push, decider: restrained(decider), among: &books[provider, default: ClientBook()], now: now)
    restraints.note(decision.heldAnew, of: provider, now: now)
    var committed = Committed(
      events: publish(decision.events, by: &entry, now: now), notices: decision.notices)
    entry.keepTokensOfGrants()
    if let rule = decision.because?.rule {
      note(HistoryEntry(push, decision, at: now), in: &entry)
      if rule.endsPush { pushes.note(key, rule, now: now) }
      committed.push = rule
    }
    keep(entry)
    let after = books[provider] ?? ClientBook()
    committed.pushBrake = PushBrakeChange(provider, before: brake, after: after.pushes.brake)
    if after.stale != stale { committed.stale = after.stale }
    return committed
  }
}
