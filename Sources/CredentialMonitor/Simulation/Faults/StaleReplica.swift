internal import CredentialCore

/// Half of the answers come from a copy that stands still: it does not know the tokens issued since,
/// and takes those that died since for alive.
struct StaleReplica: Fault {
  let since: Moment

  func answer(to question: SimulatedQuestion) -> SimulatedAnswer? {
    guard question.draw < 0.5 else { return nil }
    if question.issued >= since { return .dead(question) }
    return question.died.map { $0 >= since } ?? false ? .alive(question) : nil
  }
}
