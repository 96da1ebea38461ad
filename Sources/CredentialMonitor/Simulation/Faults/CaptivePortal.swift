internal import CredentialCore

/// A portal answers in the provider's place with its own page.
struct CaptivePortal: Fault {
  func answer(to question: SimulatedQuestion) -> SimulatedAnswer? {
    SimulatedAnswer(.transient(retryAfter: nil), Self.evidence, to: question)
  }

  private static let evidence = Evidence("200 text/html, 1824 bytes")
}
