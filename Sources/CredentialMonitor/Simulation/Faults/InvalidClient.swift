internal import CredentialCore

/// Our own identity is refused, as when the key was withdrawn.
struct InvalidClient: Fault {
  func answer(to question: SimulatedQuestion) -> SimulatedAnswer? {
    SimulatedAnswer(.misconfigured, Self.evidence, to: question)
  }

  private static let evidence = Evidence("400 invalid_client")
}
