internal import CredentialCore

/// The provider is down: half of the connections are refused, the others end at a gateway's 503.
struct Outage: Fault {
  func answer(to question: SimulatedQuestion) -> SimulatedAnswer? {
    guard question.draw < 0.5 else {
      return SimulatedAnswer(.transient(retryAfter: nil), Self.unavailable, to: question)
    }
    return SimulatedAnswer(.transient(retryAfter: nil), Self.refused, isSent: false, takes: 3)
  }

  private static let refused = Evidence("connection refused")
  private static let unavailable = Evidence("503 text/html, 190 bytes")
}
