internal import CredentialCore

/// Who withdraws consent, whatever goes wrong: a share of the users a year, and at least one before the
/// fault and one during it (of fewer than ten users: one during it). A third of them come back.
struct Departures {
  let users: Int
  let yearly: Double
  let timeline: Timeline

  init(_ plan: SimulationPlan, _ timeline: Timeline) {
    (users, yearly, self.timeline) = (plan.credentials, plan.departures, timeline)
  }

  /// The departures and returns, in no order.
  func events(_ numbers: inout SeededNumbers) -> [WorldEvent] {
    let (calm, fault) = (
      timeline.calm..<timeline.faultBegins, timeline.faultBegins..<timeline.faultEnds
    )
    let after = timeline.faultEnds..<timeline.end
    let leave =
      times(in: calm, atLeast: users < 10 ? 0 : 1, &numbers)
      + times(in: fault, atLeast: 1, &numbers) + times(in: after, atLeast: 0, &numbers)
    return leave.flatMap { at -> [WorldEvent] in
      let user = Int(numbers.next() % UInt64(users))
      let leaves = WorldEvent(at: at, user: user, kind: .leaves)
      guard numbers.share() < 1.0 / 3 else { return [leaves] }
      let back = numbers.time(at + .seconds(86_400)..<at + .seconds(4 * 86_400))
      return [leaves, WorldEvent(at: back, user: user, kind: .signsIn)]
    }
  }

  private func times(
    in span: Range<Moment>, atLeast least: Int, _ numbers: inout SeededNumbers
  ) -> [Moment] {
    let years = Double((span.upperBound - span.lowerBound).wholeMilliseconds) / 31_557_600_000
    let count = max(least, Int((Double(users) * yearly * years).rounded()))
    return (0..<count).map { _ in numbers.time(span) }
  }
}
