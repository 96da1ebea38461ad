internal import CredentialCore

/// A new release enrols under the wrong client id: one user in twenty signs in while it lasts. What
/// was enrolled before stays alive.
struct WrongClient: Fault {
  func events(in scene: FaultScene, _ numbers: inout SeededNumbers) -> [WorldEvent] {
    scene.users(below: 0.05).map {
      WorldEvent(at: numbers.time(scene.span), user: $0, kind: .signsInUnderWrongClient)
    }
  }

  /// A look that was refused has moved the next one away from its hour.
  func slower(_ policy: ProviderPolicy) -> Duration {
    Schedule.longestEvasion(interval: policy.interval)
  }
}
