internal import CredentialCore

/// Tokens die because their users changed a password; they sign in again within two days.
struct PasswordChanges: Fault {
  func events(in scene: FaultScene, _ numbers: inout SeededNumbers) -> [WorldEvent] {
    (0..<scene.count(ofYear: 0.05)).flatMap { _ in
      let user = Int(numbers.next() % UInt64(scene.users))
      let dies = numbers.time(scene.span)
      let back = numbers.time(dies..<dies + .seconds(2 * 86_400))
      return [
        WorldEvent(at: dies, user: user, kind: .tokenDies),
        WorldEvent(at: back, user: user, kind: .signsIn),
      ]
    }
  }
}
