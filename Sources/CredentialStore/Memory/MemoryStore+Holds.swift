package import CredentialCore

extension MemoryStore {
  /// Has verdicts wait; a pause that holds already stays.
  package func pause(_ entry: AuditEntry, now: Moment) async throws -> Pause {
    try step { state in
      let pause = Pause(since: now, by: entry.caller, reason: entry.reason)
      state.restraints.pause(entry.provider, pause)
      _ = state.note(entry, adding: 0, row: nil)
      let held = entry.provider.map { state.restraints.pauses[$0] } ?? state.restraints.everywhere
      return held ?? pause
    }
  }

  /// Does something to verdicts that are kept back.
  package func settle(_ step: HoldStep, decider: Decider, now: Moment) async throws -> HoldPage {
    try self.step { $0.settle(step, decider: decider, now: now) }
  }

  /// State changes that are in force and can be taken back; all in one page.
  package func revertible(_ selection: RevertSelection, after: Int64) async throws
    -> RevertiblePage
  {
    try step { state in
      let events = state.events.filter { event in
        event.sequence > after && selection.contains(event.body)
          && state.entries[event.body.credential]?.record.credential.stateEvent == event.sequence
      }
      return RevertiblePage(events: events, next: nil)
    }
  }

  /// Takes state changes back.
  package func revert(_ step: RevertStep, decider: Decider, now: Moment) async throws -> HoldPage {
    try self.step { $0.revert(step, decider: decider, now: now) }
  }

  /// What keeps verdicts back.
  package func restraints() async throws -> Restraints { try step { $0.restraints } }

  /// Keeps an entry of the audit.
  package func keep(_ entry: AuditEntry) async throws {
    try step { state in _ = state.note(entry, adding: entry.number, row: nil) }
  }

  /// The newest entries of the audit.
  package func audit(limit: Int) async throws -> [AuditEntry] {
    try step { $0.audit.reversed().prefix(max(0, limit)).map(\.entry) }
  }

  /// What the grants of each client of a provider amount to.
  package func clients(of provider: ProviderName) async throws -> ClientBook {
    try step { $0.books[provider] ?? ClientBook() }
  }
}

extension MemoryState {
  /// The rules with what keeps verdicts back now.
  func restrained(_ decider: Decider) -> Decider {
    var decider = decider
    decider.restraints = restraints
    return decider
  }

  /// Adds `number` to an entry's row, or adds the row, and gives its number.
  mutating func note(_ entry: AuditEntry, adding number: Int, row: Int64?) -> Int64 {
    if let row {
      if let index = audit.firstIndex(where: { $0.row == row }) {
        audit[index].entry.number += number
      }
      return row
    }
    lastRow += 1
    var entry = entry
    entry.number = number
    audit.append((lastRow, entry))
    let same = audit.filter { $0.entry.verb == entry.verb }
    if same.count > AuditEntry.keptOfEach, let oldest = same.first {
      audit.removeAll { $0.row == oldest.row }
    }
    return lastRow
  }

  /// Destroys what the audit tells of a forgotten user.
  mutating func forgetInAudit(_ id: CredentialID, hash: String) {
    let hidden = Subject(validBytes: Array("forgotten:\(hash)".utf8))
    audit = audit.map { row, entry in
      guard entry.provider == id.provider, entry.subject == id.subject else { return (row, entry) }
      return (row, entry.about(hidden))
    }
  }

  fileprivate mutating func settle(_ step: HoldStep, decider: Decider, now: Moment) -> HoldPage {
    var page = HoldPage()
    if step.row == nil { end(step, now: now) }
    let found = held(step)
    for var entry in found {
      let provider = entry.record.credential.id.provider
      guard
        let decision = entry.record.settle(
          step, decider: restrained(decider), among: &books[provider, default: ClientBook()],
          now: now)
      else { continue }
      restraints.note(decision.heldAnew, of: provider, now: now)
      note(HistoryEntry(step, decision, at: now), in: &entry)
      publish(decision, by: &entry, in: &page, now: now)
    }
    page.next = found.count < step.limit ? nil : found.last?.number
    page.row = note(step.entry, adding: page.users, row: step.row)
    return page
  }

  private mutating func end(_ step: HoldStep, now: Moment) {
    let provider = step.entry.provider
    switch step.end {
    case .nothing: break
    case .brakes:
      for name in books.names where name == provider ?? name { books[name]?.releaseBrakes(at: now) }
    case .pause: restraints.resume(provider)
    case .baseline: restraints.accept(provider, now: now)
    }
  }

  private func held(_ step: HoldStep) -> [Entry] {
    let found = entries.values.filter { entry in
      let id = entry.record.credential.id
      return id.provider == step.entry.provider ?? id.provider
        && id.subject == step.entry.subject ?? id.subject
        && entry.record.credential.isHeld(by: step.causes) && entry.number > step.after ?? 0
    }
    return Array(found.sorted { $0.number < $1.number }.prefix(step.limit))
  }

  fileprivate mutating func revert(_ step: RevertStep, decider: Decider, now: Moment) -> HoldPage {
    var page = HoldPage()
    for sequence in step.sequences {
      guard let event = event(sequence), var entry = entries[event.body.credential] else {
        continue
      }
      let book = books[event.body.credential.provider] ?? ClientBook()
      guard
        let decision = entry.record.revert(
          event, decider: restrained(decider), among: book, reason: step.entry.reason, now: now)
      else { continue }
      publish(decision, by: &entry, in: &page, now: now)
    }
    page.row = note(step.entry, adding: page.users, row: step.row)
    return page
  }

  private mutating func publish(
    _ decision: Decision, by entry: inout Entry, in page: inout HoldPage, now: Moment
  ) {
    page.committed.events += publish(decision.events, by: &entry, now: now)
    page.committed.notices += decision.notices
    page.users += 1
    entry.keepTokensOfGrants()
    keep(entry)
  }
}
