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
    let (queue, now) = (entries.queue(of: request.provider), request.now)
    var (looks, putOff, regular) = ([Look](), [Int64](), 0)
    for _ in 0..<(request.limit + Self.idleSteps) where looks.count < request.limit {
      let asked = entries.popAsked(queue, by: now)
      let isRegularFree = regular < request.regular ?? .max
      let due = asked ?? (isRegularFree ? entries.popRegular(queue, by: now) : nil)
      guard let number = due else { break }
      if !entries.isDue(number, now) {
        putOff.append(number)  // due later in this second
      } else if let look = entries.change(number, { $0.claim(request) }) {
        looks.append(look)
        regular += asked == nil ? 1 : 0
      }
    }
    for number in putOff { entries.putBack(number) }
    let (nextAsked, nextRegular) = (entries.nextAsked(queue), entries.nextRegular(queue))
    return ClaimBatch(
      looks: looks, nextDue: nextAsked.map { min($0, nextRegular ?? $0) } ?? nextRegular,
      nextAsked: nextAsked, regular: regular, planned: entries.planned(queue))
  }

  /// Compares stored times with the clock at a provider's first claim and when the clock went back.
  private mutating func repairTimes(_ request: ClaimRequest) {
    let last = lastClaim[request.provider]
    lastClaim[request.provider] = request.now
    guard last.map({ request.now < $0 - .seconds(60) }) ?? true else { return }
    for entry in entries.values where entry.record.credential.id.provider == request.provider {
      var repaired = entry
      repaired.record.repairTimes(policy: request.policy, now: request.now)
      if repaired.record != entry.record {
        entries.change(entry.number) { $0.record = repaired.record }
      }
    }
  }

  /// What of a book is compared before and after a result.
  private struct BookSigns {
    let brake: Brake?
    let stale: Int
    let canaries: [Subject: Canary]

    init(_ book: ClientBook, _ client: ClientID) {
      (brake, stale, canaries) = (book.brake(of: client), book.stale, book.canaries)
    }
  }

  fileprivate mutating func commit(_ result: LookResult, decider: Decider, now: Moment)
    -> Committed?
  {
    guard let number = entries.number(of: result.look), entries.isInFlight(number, result.look)
    else {
      let isKnown = entries.number(of: result.look.credential) != nil
      return isKnown ? Committed(events: [], notices: []) : nil
    }
    let (provider, client) = (result.look.credential.provider, result.look.client)
    // The book is taken out, so that nothing copies it while it is changed.
    var book = books.take(provider) ?? ClientBook()
    let before = BookSigns(book, client)
    var committed = judge(result, number, restrained(decider), among: &book, now)
    if let control = Control(result), book.awaiting(of: client) > 0 {
      bearWitness(control, client, decider, among: &book, now, telling: &committed)
    }
    let after = BookSigns(book, client)
    committed.hasAwaiting = book.lacksWitness(in: client)
    books[provider] = book
    committed.brake = BrakeChange(provider, client, before: before.brake, after: after.brake)
    committed.hasCanaryNews = after.canaries != before.canaries
    if after.stale != before.stale { committed.stale = after.stale }
    return committed
  }

  /// Judges a result on the row with a number, in its place.
  private mutating func judge(
    _ result: LookResult, _ number: Int64, _ decider: Decider, among book: inout ClientBook,
    _ now: Moment
  ) -> Committed {
    let keepsHistory = keepsHistory
    let decision = entries.change(number) { entry in
      let (old, counted) = (keepsHistory ? entry.record.credential : nil, entry.counted)
      if let token = result.replacement { entry.replace(token, of: result.look.epoch) }
      let decision = entry.record.receive(result, decider: decider, among: &book, now: now)
      entry.keepTokensOfGrants()
      book.count(entry.counted, before: counted)
      if let old, let news = HistoryEntry(result, decision, before: old) {
        entry.note(news)
      }
      return decision
    }
    restraints.note(decision.heldAnew, of: result.look.credential.provider, now: now)
    var committed = Committed(
      events: publish(decision.events, by: number, now: now), notices: decision.notices)
    committed.plan(entries.nextLook(number))
    return committed
  }

  /// Tells suspicions that wait for it that another user of the client was confirmed; those beyond a
  /// number hear the next success.
  private mutating func bearWitness(
    _ control: Control, _ client: ClientID, _ decider: Decider, among book: inout ClientBook,
    _ now: Moment, telling committed: inout Committed
  ) {
    let (provider, keepsHistory) = (control.credential.provider, keepsHistory)
    var passed: [WaitingLine.Place] = []
    var heard = 0
    while heard < Self.heardAtOnce,
      let place = entries.popWaiting(provider, client, answeredBefore: control.asked)
    {
      guard entries[number: place.number].map({ place.stands(in: $0) }) ?? false else { continue }
      heard += 1
      let decider = restrained(decider)
      let decision = entries.change(place.number) { entry -> Decision? in
        let counted = entry.counted
        guard
          let decision = entry.record.hear(
            control, for: place.epoch, decider: decider, among: &book, now: now)
        else { return nil }
        entry.keepTokensOfGrants()
        book.count(entry.counted, before: counted)
        if keepsHistory { entry.note(HistoryEntry(control, for: place.epoch, decision)) }
        return decision
      }
      guard let decision else {
        passed.append(place)  // its own
        continue
      }
      restraints.note(decision.heldAnew, of: provider, now: now)
      committed.events += publish(decision.events, by: place.number, now: now)
      committed.notices += decision.notices
      committed.plan(entries.nextLook(place.number))
    }
    for place in passed { entries.wait(provider, client, place) }
  }

  private static let heardAtOnce = 200
}

extension MemoryState.Entry {
  /// Charges the look that is due.
  fileprivate mutating func claim(_ request: ClaimRequest) -> Look? {
    let step = record.claim(policy: request.policy, now: request.now)
    guard case .look(let place, let purpose) = step else { return nil }
    let epoch = record.credential.grants[place].epoch
    guard let token = token(epoch) else { return nil }
    return Look(
      credential: record.credential.id, client: record.credential.grants[place].client,
      epoch: epoch, token: token, purpose: purpose, claimed: request.now)
  }
}

extension WaitingLine.Place {
  /// Whether the row's grant still waits since that answer.
  fileprivate func stands(in entry: MemoryState.Entry) -> Bool {
    WaitingLine.places(in: entry).contains { $0.place == self }
  }
}
