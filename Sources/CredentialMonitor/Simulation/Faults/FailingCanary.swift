internal import CredentialCore

/// The token of one canary is dead, as after its owner changed a password; a good one is enrolled when
/// the fault ends.
struct FailingCanary: Fault {
  func events(in scene: FaultScene, _ numbers: inout SeededNumbers) -> [WorldEvent] {
    guard let canary = scene.canaries.first else { return [] }
    return [
      WorldEvent(at: scene.span.lowerBound, user: canary, kind: .tokenDies),
      WorldEvent(at: scene.span.upperBound, user: canary, kind: .signsIn),
    ]
  }
}
