package import CredentialCore

extension MemoryStore {
  /// Picks due looks, oldest first, and charges them.
  package func claim(_ request: ClaimRequest) async throws -> ClaimBatch {
    try step { state in
      var looks: [Look] = []
      let mine = state.entries.keys.filter { $0.provider == request.provider }
      for id in mine {
        state.entries[id]?.record.repairTimes(policy: request.policy, now: request.now)
      }
      let order = mine.sorted { state.due($0) < state.due($1) }
      for id in order where looks.count < request.limit {
        if let look = state.claim(id, request) { looks.append(look) }
      }
      let waiting = mine.compactMap { state.entries[$0]?.record }.filter { $0.inFlight == nil }
      return ClaimBatch(
        looks: looks, nextDue: waiting.compactMap(\.nextLook).min())
    }
  }

  /// Judges each result on the current row.
  package func commit(_ results: [LookResult], decider: Decider, now: Moment) async throws
    -> [Committed?]
  {
    try step { state in results.map { state.commit($0, decider: decider, now: now) } }
  }

  /// Refunds looks that were not begun.
  package func giveBack(_ looks: [Look], now: Moment) async throws {
    try step { state in
      for look in looks { state.entries[look.credential]?.record.giveBack(look, now: now) }
    }
  }
}

extension MemoryState {
  fileprivate func due(_ id: CredentialID) -> Moment {
    entries[id]?.record.nextLook ?? Moment(milliseconds: .max)
  }

  fileprivate mutating func claim(_ id: CredentialID, _ request: ClaimRequest) -> Look? {
    guard var entry = entries[id] else { return nil }
    let step = entry.record.claim(policy: request.policy, now: request.now)
    entries[id] = entry
    guard case .look(let grant, let purpose) = step, let token = entry.tokens[grant.epoch] else {
      return nil
    }
    return Look(
      credential: id, client: grant.client, epoch: grant.epoch, token: token, purpose: purpose,
      claimed: request.now)
  }

  fileprivate mutating func commit(_ result: LookResult, decider: Decider, now: Moment)
    -> Committed?
  {
    guard var entry = entries[result.look.credential] else { return nil }
    guard entry.record.isInFlight(result.look) else { return Committed(events: [], notices: []) }
    let decision = entry.record.receive(result, decider: decider, now: now)
    let published = publish(decision.events, by: &entry, now: now)
    let kept = Set(entry.record.credential.grants.map(\.epoch))
    entry.tokens = entry.tokens.filter { kept.contains($0.key) }
    entries[result.look.credential] = entry
    return Committed(events: published, notices: decision.notices)
  }
}
