internal import CredentialCore

/// Every other look arrives and its answer does not.
struct LostAnswers: Fault {
  func answer(to question: SimulatedQuestion) -> SimulatedAnswer? {
    guard question.draw < 0.5 else { return nil }
    return SimulatedAnswer(
      .transient(retryAfter: nil), Self.evidence, isSent: true, takes: 30_000)
  }

  private static let evidence = Evidence("no answer within 30 s")
}
