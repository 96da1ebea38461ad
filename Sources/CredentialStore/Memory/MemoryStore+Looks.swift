package import CredentialCore

extension MemoryStore {
  /// Picks due looks, oldest first, and charges them.
  package func claim(_ request: ClaimRequest) async throws -> ClaimBatch {
    try step { $0.claim(request) }
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
  /// Entries that were overtaken or put off give no look; so many of them are passed over at once.
  private static let idleSteps = 2_000

  fileprivate mutating func claim(_ request: ClaimRequest) -> ClaimBatch {
    repairTimes(request)
    let (provider, now) = (request.provider, request.now)
    var (looks, putOff, regular) = ([Look](), [Int64](), 0)
    for _ in 0..<(request.limit + Self.idleSteps) where looks.count < request.limit {
      let asked = entries.popAsked(of: provider, by: now)
      let isRegularFree = regular < request.regular ?? .max
      let due = asked ?? (isRegularFree ? entries.popRegular(of: provider, by: now) : nil)
      guard let number = due else { break }
      if !entries.read(number, { $0.record.isDue(now) }) {
        putOff.append(number)  // due later in this second
      } else if let look = entries.change(number, { $0.claim(request) }) {
        looks.append(look)
        regular += asked == nil ? 1 : 0
      }
    }
    for number in putOff { entries.putBack(number) }
    let nextAsked = entries.nextAsked(of: provider)
    return ClaimBatch(
      looks: looks,
      nextDue: [nextAsked, entries.nextRegular(of: provider)].compactMap { $0 }.min(),
      nextAsked: nextAsked, regular: regular, planned: entries.planned(of: provider))
  }

  /// Compares stored times with the clock at a provider's first claim and when the clock went back.
  private mutating func repairTimes(_ request: ClaimRequest) {
    let last = lastClaim.updateValue(request.now, forKey: request.provider)
    guard last.map({ request.now < $0 - .seconds(60) }) ?? true else { return }
    for entry in entries.values where entry.record.credential.id.provider == request.provider {
      var repaired = entry
      repaired.record.repairTimes(policy: request.policy, now: request.now)
      if repaired.record != entry.record {
        entries.change(entry.number) { $0.record = repaired.record }
      }
    }
  }

  fileprivate mutating func commit(_ result: LookResult, decider: Decider, now: Moment)
    -> Committed?
  {
    guard var entry = entries[result.look.credential] else { return nil }
    guard entry.record.isInFlight(result.look) else { return Committed(events: [], notices: []) }
    let (provider, client) = (result.look.credential.provider, result.look.client)
    let before = books[provider]?[client].brake
    let staleBefore = books[provider]?.stale ?? 0
    let credential = entry.record.credential
    let canariesBefore = books[provider]?.canaries ?? [:]
    let decision = entry.record.receive(
      result, decider: restrained(decider), among: &books[provider, default: ClientBook()],
      now: now)
    restraints.note(decision.heldAnew, of: provider, now: now)
    var committed = Committed(
      events: publish(decision.events, by: &entry, now: now), notices: decision.notices)
    entry.keepTokensOfGrants()
    if let news = HistoryEntry(result, decision, before: credential) { note(news, in: &entry) }
    keep(entry)
    if let control = Control(result) {
      bearWitness(control, among: client, decider, now, telling: &committed)
    }
    let after = books[provider]
    committed.brake = BrakeChange(provider, client, before: before, after: after?[client].brake)
    committed.hasAwaiting = after?[client].lacksWitness ?? false
    committed.hasCanaryNews = after?.canaries ?? [:] != canariesBefore
    let stale = after?.stale ?? 0
    if stale != staleBefore { committed.stale = stale }
    return committed
  }

  /// Tells suspicions that wait for it that another user of the client was confirmed; those beyond a
  /// number hear the next success.
  private mutating func bearWitness(
    _ control: Control, among client: ClientID, _ decider: Decider, _ now: Moment,
    telling committed: inout Committed
  ) {
    let provider = control.credential.provider
    guard books[provider]?[client].awaiting ?? 0 > 0 else { return }
    var passed: [WaitingLine.Place] = []
    var heard = 0
    while heard < Self.heardAtOnce,
      let place = entries.popWaiting(provider, client, answeredBefore: control.asked)
    {
      guard var entry = entries[number: place.number], place.stands(in: entry) else { continue }
      heard += 1
      guard
        let decision = entry.record.hear(
          control, for: place.epoch, decider: restrained(decider),
          among: &books[provider, default: ClientBook()], now: now)
      else {
        passed.append(place)  // its own
        continue
      }
      restraints.note(decision.heldAnew, of: provider, now: now)
      committed.events += publish(decision.events, by: &entry, now: now)
      committed.notices += decision.notices
      entry.keepTokensOfGrants()
      note(HistoryEntry(control, for: place.epoch, decision), in: &entry)
      keep(entry)
    }
    for place in passed { entries.wait(provider, client, place) }
  }

  private static let heardAtOnce = 200
}

extension MemoryState.Entry {
  /// Charges the look that is due.
  fileprivate mutating func claim(_ request: ClaimRequest) -> Look? {
    let step = record.claim(policy: request.policy, now: request.now)
    guard case .look(let grant, let purpose) = step, let token = token(grant.epoch) else {
      return nil
    }
    return Look(
      credential: record.credential.id, client: grant.client, epoch: grant.epoch, token: token,
      purpose: purpose, claimed: request.now)
  }
}

extension WaitingLine.Place {
  /// Whether the row's grant still waits since that answer.
  fileprivate func stands(in entry: MemoryState.Entry) -> Bool {
    WaitingLine.places(in: entry).contains { $0.place == self }
  }
}
