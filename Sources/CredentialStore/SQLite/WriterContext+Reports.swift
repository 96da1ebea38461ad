internal import CredentialCore

extension WriterContext {
  /// Judges a report on the current row; nil when there is no such credential.
  func apply(_ report: Report, decider: Decider, now: Moment) throws -> Committed? {
    let provider = report.credential.provider
    guard var stored = try credentials.read(report.credential) else { return nil }
    let before = stored.record
    let book = books[provider] ?? ClientBook()
    let decision = stored.record.apply(
      report, decider: restrained(decider), among: &books[provider, default: ClientBook()],
      now: now)
    restraints.note(decision.heldAnew, of: provider, now: now)
    var committed = Committed(
      events: try publish(decision.events, by: &stored, now: now), notices: decision.notices)
    try write(stored, before: before)
    committed.report = decision.because
    committed.plan(stored.record.nextLook)
    if let entry = HistoryEntry(report, decision, at: now) {
      try evidence.note(entry, of: stored.number)
    }
    committed.compare(books[provider] ?? book, before: book, stored.record.credential)
    return committed
  }
}
