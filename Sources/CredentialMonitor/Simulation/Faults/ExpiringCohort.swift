internal import CredentialCore

/// The tokens of one user in ten were given for seven days, all on one day: they die within a day.
/// Their users come back within three days.
struct ExpiringCohort: Fault {
  func events(in scene: FaultScene, _ numbers: inout SeededNumbers) -> [WorldEvent] {
    let length = min(.seconds(86_400), scene.span.upperBound - scene.span.lowerBound)
    let day = scene.span.lowerBound..<scene.span.lowerBound + length
    return scene.users(below: 0.1).flatMap { user in
      let dies = numbers.time(day)
      let back = numbers.time(dies..<dies + .seconds(3 * 86_400))
      return [
        WorldEvent(at: dies, user: user, kind: .tokenDies),
        WorldEvent(at: back, user: user, kind: .signsIn),
      ]
    }
  }
}
