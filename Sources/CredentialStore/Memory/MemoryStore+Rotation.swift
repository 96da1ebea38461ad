package import CredentialCore

extension MemoryStore {
  /// Gives up answers that cannot come any more.
  package func giveUpAnswers(of provider: ProviderName, decider: Decider, now: Moment) async throws
    -> GivenUpAnswers
  {
    try step { state in
      var answers = GivenUpAnswers()
      let numbers = state.entries.values.filter {
        $0.record.credential.id.provider == provider && $0.record.credential.hasOutstandingGrant
      }.map(\.number)
      for number in numbers {
        if let committed = state.giveUpAnswers(number, decider: decider, now: now) {
          answers.committed.append(committed)
        }
        guard let credential = state.entries[number: number]?.record.credential else { continue }
        answers.users += credential.hasLostGrant ? 1 : 0
        answers.next = [answers.next, credential.answersGivenUp].compactMap { $0 }.min()
      }
      return answers
    }
  }
}

extension MemoryState {
  fileprivate mutating func giveUpAnswers(_ number: Int64, decider: Decider, now: Moment)
    -> Committed?
  {
    guard var entry = entries[number: number] else { return nil }
    let book = books[entry.record.credential.id.provider] ?? ClientBook()
    guard
      let decision = entry.record.giveUpAnswers(
        decider: restrained(decider), among: book, now: now)
    else { return nil }
    var committed = Committed(
      events: publish(decision.events, by: &entry, now: now), notices: decision.notices)
    entry.keepTokensOfGrants()
    keep(entry)
    committed.plan(entry.record.nextLook)
    return committed
  }
}
