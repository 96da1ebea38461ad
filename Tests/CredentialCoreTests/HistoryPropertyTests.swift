internal import CredentialCore
import Testing

@Suite("Decision: random histories of a town and of what keeps verdicts back")
struct HistoryPropertyTests {
  @Test("While observe, brake or freeze holds, no state turns against a user", arguments: 0..<40)
  func keptBack(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let canaries = ["x", "y"].map { Subject(validBytes: Array($0.utf8)) }
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.policy.canaries = canaries
    story.book = ClientBook([Sample.web: ClientStanding(members: 1000)])
    var after: Duration = .zero
    for _ in 0..<400 {
      after += .seconds(Int64.random(in: 1...100_000, using: &generator))
      let now = Sample.start + after
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: story.policy.mode = story.policy.mode == .observe ? .enforce : .observe
      case 1: story.book = braked(now)
      case 2: story.book.releaseBrakes(at: now)
      case 3: for canary in canaries { story.book.canaries[canary] = Canary(failingSince: now) }
      case 4: for canary in canaries { story.book.canaries[canary] = Canary() }
      case 5: story.book.clockStepped = now
      default: break
      }
      let before = story.credential.state
      let answers: [Answer] = [
        .dead(.tokenDead), .dead(.tokenDead), .dead(.tokenDead), .transferred, .isolated,
        .authorized, .transient(retryAfter: nil),
      ]
      story.hear(answers.randomElement(using: &generator) ?? .isolated, after: after)
      let isKeptBack =
        story.policy.mode == .observe || story.book[Sample.web].brake != nil
        || story.book.mostFail(of: canaries)
      let turned = story.credential.state != before && story.credential.state != .authorized
      #expect(!(isKeptBack && turned), "\(seed): \(story.credential.state) at \(after)")
      if story.credential.grants.isEmpty {
        story.credential = Sample.credential(grants: [Sample.grant(1)])
      }
    }
  }

  /// A book whose brake no single look takes off.
  private func braked(_ now: Moment) -> ClientBook {
    let brake = Brake(since: now, limit: .dayCount, count: 50, opened: 1000)
    return ClientBook([Sample.web: ClientStanding(members: 1000, brake: brake)])
  }

  @Test(
    "One outage of everybody, whenever and however long, turns nobody by itself", arguments: 0..<40)
  func outage(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var policy = Sample.policy()
    // Without the brake: witnesses alone must be enough.
    policy.brake = BrakeLimits(minimum: 1_000_000, perHour: 1_000_000, perDay: 1_000_000)
    policy.confirmAfter = .seconds(Int64.random(in: 900...200_000, using: &generator))
    var town = Town(Int.random(in: 4...30, using: &generator), policy: policy)
    let begin = Sample.start + .seconds(Int64.random(in: 0...400_000, using: &generator))
    let end = begin + .seconds(Int64.random(in: 1...2_000_000, using: &generator))
    let answers: [Answer] = [.dead(.tokenDead), .isolated]
    let answer = answers[Int.random(in: 0..<2, using: &generator)]
    for _ in 0..<35 { town.day { _, now in now >= begin && now < end ? answer : .authorized } }
    #expect(town.count(.authorized) == town.people.count && town.published.isEmpty, "\(seed)")
  }

  @Test(
    "Of many who stay and one who leaves, amid an outage, only that one turns", arguments: 0..<20)
  func oneTrue(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var town = Town(Int.random(in: 10...60, using: &generator))
    let begin = Sample.start + .seconds(Int64.random(in: 0...200_000, using: &generator))
    let end = begin + .seconds(Int64.random(in: 1...200_000, using: &generator))
    for _ in 0..<14 {
      town.day { number, now in
        number == 3 || (now >= begin && now < end) ? .dead(.tokenDead) : .authorized
      }
    }
    #expect(town.people[3].state == .revoked, "\(seed)")
    #expect(town.count(.authorized) == town.people.count - 1, "\(seed)")
  }
}
