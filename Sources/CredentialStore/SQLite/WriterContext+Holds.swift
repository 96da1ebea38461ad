internal import CredentialCore
internal import SQLite

extension WriterContext {
  /// Has verdicts wait; a pause that holds already stays.
  func pause(_ entry: AuditEntry, now: Moment) throws -> Pause {
    let pause = Pause(since: now, by: entry.caller, reason: entry.reason)
    restraints.pause(entry.provider, pause)
    _ = try audit.write(entry, adding: 0, row: nil)
    return (entry.provider.map { restraints.pauses[$0] } ?? restraints.everywhere) ?? pause
  }

  /// Does a step's order to some of the verdicts that are kept back.
  func settle(_ step: HoldStep, decider: Decider, now: Moment) throws -> HoldPage {
    var page = HoldPage()
    if step.row == nil { end(step, now: now) }
    let numbers = try numbers(of: step)
    for number in numbers {
      guard var stored = try readable(number) else { continue }
      let before = stored.record
      guard
        let decision = stored.record.settle(
          step, decider: restrained(decider),
          among: &books[before.credential.id.provider, default: ClientBook()], now: now)
      else { continue }
      restraints.note(decision.heldAnew, of: before.credential.id.provider, now: now)
      try evidence.note(HistoryEntry(step, decision, at: now), of: number)
      try publish(decision, by: &stored, before: before, in: &page, now: now)
    }
    page.next = numbers.count < step.limit ? nil : numbers.last
    page.row = try audit.write(step.entry, adding: page.users, row: step.row)
    return page
  }

  /// Takes back what some events changed.
  func revert(_ step: RevertStep, decider: Decider, now: Moment) throws -> HoldPage {
    var page = HoldPage()
    for sequence in step.sequences {
      guard let event = try events.read(sequence),
        var stored = try credentials.read(event.body.credential)
      else { continue }
      let before = stored.record
      guard
        let decision = stored.record.revert(
          event, decider: restrained(decider), among: book(of: stored),
          reason: step.entry.reason, now: now)
      else { continue }
      try publish(decision, by: &stored, before: before, in: &page, now: now)
    }
    page.row = try audit.write(step.entry, adding: page.users, row: step.row)
    return page
  }

  /// The rules with what keeps verdicts back at this point of the transaction.
  func restrained(_ decider: Decider) -> Decider {
    var decider = decider
    decider.restraints = restraints
    return decider
  }

  private func end(_ step: HoldStep, now: Moment) {
    let provider = step.entry.provider
    switch step.end {
    case .nothing: break
    case .brakes:
      for name in books.keys where name == provider ?? name { books[name]?.releaseBrakes(at: now) }
    case .pause: restraints.resume(provider)
    case .baseline: restraints.accept(provider, now: now)
    }
  }

  /// The rows of the users that a step is about.
  private func numbers(of step: HoldStep) throws -> [Int64] {
    if let subject = step.entry.subject, let provider = step.entry.provider {
      let id = CredentialID(provider: provider, subject: subject)
      return try credentials.read(id).map { [$0.number] } ?? []
    }
    var provider: Int64?
    if let name = step.entry.provider {
      guard let number = try credentials.provider(name) else { return [] }
      provider = number
    }
    let after = step.after ?? 0
    let looks = try grants.held(
      by: step.causes, provider: provider, after: after, limit: step.limit)
    let pushes = try credentials.pushHeld(
      by: step.causes, provider: provider, after: after, limit: step.limit)
    return Array(Set(looks).union(pushes).sorted().prefix(step.limit))
  }

  private func book(of stored: StoredCredential) -> ClientBook {
    books[stored.record.credential.id.provider] ?? ClientBook()
  }

  private func publish(
    _ decision: Decision, by stored: inout StoredCredential, before: CredentialRecord,
    in page: inout HoldPage, now: Moment
  ) throws {
    page.committed.events += try publish(decision.events, by: &stored, now: now)
    page.committed.notices += decision.notices
    page.users += 1
    try write(stored, before: before)
  }
}
