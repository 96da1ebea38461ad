import Testing

@testable internal import CredentialCore

@Suite("What an administrator has released")
struct ReleaseTests {
  private let hour: Duration = .seconds(3600)

  /// A user whose verdict a brake keeps back since the end of the first day, released a day later.
  private func released(brakeStays: Bool) -> Story {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    let brake = Brake(since: Sample.start, limit: .dayCount, count: 5, opened: 30)
    story.book = ClientBook([Sample.web: ClientStanding(members: 10, brake: brake)])
    story.hear(.dead(.tokenDead), after: .zero)
    story.hear(.dead(.tokenDead), after: Sample.day)
    if !brakeStays { story.book.releaseBrakes(at: Sample.start + Sample.day * 2) }
    story.release(after: Sample.day * 2)
    return story
  }

  @Test("All thirty of 120 who left are logged out by fresh looks, and the brake stays off")
  func many() {
    var town = Town(120)
    for _ in 0..<3 { town.day { number, _ in number < 30 ? .dead(.tokenDead) : .authorized } }
    #expect(town.brake != nil && town.held == 30 && town.count(.revoked) == 0)
    town.release()
    town.day { number, _ in number < 30 ? .dead(.tokenDead) : .authorized }
    #expect(town.count(.revoked) == 30 && town.brake == nil && town.held == 30)
  }

  @Test("One who is well at the fresh look stays, and a later verdict counts as any other")
  func well() {
    var story = released(brakeStays: false)
    story.hear(.authorized, after: Sample.day * 2 + hour)
    #expect(story.credential.state == .authorized)
    #expect(story.credential.grants.first?.suspicion == nil)
  }

  @Test("A single one turns by a fresh look though the brake stays on, which counts nobody for it")
  func single() {
    var story = released(brakeStays: true)
    #expect(story.credential.state == .authorized)
    story.hear(.dead(.tokenDead), after: Sample.day * 2 + hour)
    #expect(story.credential.state == .revoked)
    #expect(story.book[Sample.web].tally.counts(.day, at: Sample.start + Sample.day * 2).turns == 0)
  }

  @Test("A brake that goes on after the release keeps it back again; another release is about that")
  func newTrouble() {
    var story = released(brakeStays: false)
    story.book.change(Sample.web) {
      $0.brake = Brake(
        since: Sample.start + Sample.day * 2 + hour, limit: .dayCount, count: 5, opened: 30)
    }
    story.hear(.dead(.tokenDead), after: Sample.day * 2 + hour * 2)
    #expect(story.credential.state == .authorized)
    #expect(story.credential.grants.first?.suspicion?.hold?.cause == .brake)
    story.release(after: Sample.day * 3)
    story.hear(.dead(.tokenDead), after: Sample.day * 3 + hour)
    #expect(story.credential.state == .revoked)
  }

  @Test("Failing canaries keep it back as before")
  func frozen() {
    var story = released(brakeStays: false)
    story.policy.canaries = ["8", "9"].map { Subject(validBytes: Array($0.utf8)) }
    for canary in story.policy.canaries {
      story.book.canaries[canary] = Canary(failingSince: Sample.start)
    }
    story.book.frozenSince = Sample.start
    story.hear(.dead(.tokenDead), after: Sample.day * 2 + hour)
    #expect(story.credential.state == .authorized)
  }

  @Test("A transfer that was kept back is told by the next look though the brake stays on")
  func transfer() {
    var story = released(brakeStays: true)
    story.hear(.transferred, after: Sample.day * 2 + hour)
    #expect(story.credential.state == .transferred)
  }
}
