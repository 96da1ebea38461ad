package import CredentialCore

extension MemoryStore {
  /// Judges what a user's device saw.
  package func apply(_ report: Report, decider: Decider, now: Moment) async throws -> Committed? {
    try step { $0.apply(report, decider: decider, now: now) }
  }
}

extension MemoryState {
  fileprivate mutating func apply(_ report: Report, decider: Decider, now: Moment) -> Committed? {
    let provider = report.credential.provider
    guard var entry = entries[report.credential] else { return nil }
    let book = books[provider] ?? ClientBook()
    let decision = entry.record.apply(
      report, decider: restrained(decider), among: &books[provider, default: ClientBook()],
      now: now)
    restraints.note(decision.heldAnew, of: provider, now: now)
    var committed = Committed(
      events: publish(decision.events, by: &entry, now: now), notices: decision.notices)
    committed.report = decision.because
    committed.plan(entry.record.nextLook)
    entry.keepTokensOfGrants()
    if let news = HistoryEntry(report, decision, at: now) { note(news, in: &entry) }
    keep(entry)
    committed.compare(books[provider] ?? book, before: book, entry.record.credential)
    return committed
  }
}
