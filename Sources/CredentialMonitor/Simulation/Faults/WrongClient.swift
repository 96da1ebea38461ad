internal import CredentialCore

/// A new release enrols under the wrong client id: one user in twenty signs in while it lasts. What
/// was enrolled before stays alive.
struct WrongClient: Fault {
  func events(in scene: FaultScene, _ numbers: inout SeededNumbers) -> [WorldEvent] {
    scene.users(below: 0.05).map {
      WorldEvent(at: numbers.time(scene.span), user: $0, kind: .signsInUnderWrongClient)
    }
  }

  /// The token that never worked is looked at twice before it is dropped, and the other one waits.
  func slower(_ policy: ProviderPolicy) -> Duration { policy.interval }
}
