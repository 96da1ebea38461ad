internal import CredentialCore

/// Users who are gone are answered `invalid_request`, which may mean anything: three such answers on
/// three days open a suspicion.
struct InvalidRequest: Fault {
  func answer(to question: SimulatedQuestion) -> SimulatedAnswer? {
    guard question.died != nil else { return nil }
    return SimulatedAnswer(.isolated, Self.evidence, to: question)
  }

  func slower(_ policy: ProviderPolicy) -> Duration { policy.interval * 2 }

  private static let evidence = Evidence("400 invalid_request")
}
