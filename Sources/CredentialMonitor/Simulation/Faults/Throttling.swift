internal import CredentialCore

/// The provider takes half of the looks that are needed in each ten minutes, at least one; the rest is
/// answered 429 and told to wait for the next ten.
struct Throttling: Fault {
  private static let window: Int64 = 600_000
  private let quota: Int
  private var current: Int64 = 0
  private var taken = 0

  init(_ scene: FaultScene) {
    let interval = max(1, scene.interval.wholeMilliseconds)
    quota = max(1, Int(Double(scene.users) * Double(Self.window) / Double(interval) / 2))
  }

  mutating func answer(to question: SimulatedQuestion) -> SimulatedAnswer? {
    let window = question.at.milliseconds / Self.window
    if window != current { (current, taken) = (window, 0) }
    taken += 1
    guard taken > quota else { return nil }
    let left = Self.window - question.at.milliseconds % Self.window
    let wait = Duration.seconds((left + 999) / 1000)
    return SimulatedAnswer(.throttled(retryAfter: wait), Self.evidence, to: question)
  }

  private static let evidence = Evidence("429")
}
