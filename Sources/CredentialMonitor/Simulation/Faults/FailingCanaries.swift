internal import CredentialCore

/// Most canaries are called dead though they are well, and nobody else.
struct FailingCanaries: Fault {
  /// So many.
  let refused: Int

  init(_ scene: FaultScene) { refused = scene.canaries.count / 2 + 1 }

  func answer(to question: SimulatedQuestion) -> SimulatedAnswer? {
    guard let canary = question.canary, canary < refused else { return nil }
    return .dead(question)
  }
}
