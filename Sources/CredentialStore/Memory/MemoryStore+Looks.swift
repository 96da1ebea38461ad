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
    let (provider, client) = (result.look.credential.provider, result.look.client)
    let before = books[provider] ?? ClientBook()
    let decision = entry.record.receive(
      result, decider: decider, among: &books[provider, default: ClientBook()], now: now)
    var committed = Committed(
      events: publish(decision.events, by: &entry, now: now), notices: decision.notices)
    entry.keepTokensOfGrants()
    keep(entry)
    if let control = Control(result) {
      bearWitness(control, among: client, decider, now, telling: &committed)
    }
    let after = books[provider] ?? ClientBook()
    committed.brake = BrakeChange(provider, client, before: before, after: after)
    if after.stale != before.stale { committed.stale = after.stale }
    return committed
  }

  /// Tells every suspicion that waits for it that another user of the client was confirmed.
  private mutating func bearWitness(
    _ control: Control, among client: ClientID, _ decider: Decider, _ now: Moment,
    telling committed: inout Committed
  ) {
    let provider = control.credential.provider
    guard let book = books[provider], book[client].awaiting > 0 else { return }
    let waiting = entries.values.filter { $0.record.credential.id.provider == provider }
      .flatMap { entry in
        entry.record.credential.grants.filter { $0.awaitsControl && $0.client == client }
          .map { (entry.record.credential.id, $0.epoch) }
      }
    for (id, epoch) in waiting {
      guard var entry = entries[id],
        let decision = entry.record.hear(
          control, for: epoch, decider: decider, among: &books[provider, default: book], now: now)
      else { continue }
      committed.events += publish(decision.events, by: &entry, now: now)
      committed.notices += decision.notices
      entry.keepTokensOfGrants()
      keep(entry)
    }
  }
}
