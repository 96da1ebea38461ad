import Testing

@testable internal import CredentialCore

@Suite("What the brake kept back")
struct BrakeFreshTests {
  private let hour: Duration = .seconds(3600)

  /// A user whose verdict the brake keeps back since the end of the first day; nobody bears witness by
  /// itself.
  private func held() -> Story {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    let brake = Brake(since: Sample.start, limit: .dayCount, count: 5, opened: 30)
    story.book = ClientBook([Sample.web: ClientStanding(members: 10, brake: brake)])
    story.hear(.dead(.tokenDead), after: .zero)
    story.hear(.dead(.tokenDead), after: Sample.day)
    story.othersAreWell = false
    return story
  }

  @Test("A brake that fallen verdicts put on does not go off by one look that agrees with them")
  func turns() {
    var standing = ClientStanding(members: 1000)
    let limits = BrakeLimits(minimum: 10, perHour: 100, perDay: 3)
    for _ in 0..<3 { standing.countTurn(limits: limits, at: Sample.start) }
    #expect(standing.brake?.limit == .dayCount)
    let look = CountedLook(
      isNegative: true, wasSuspected: true, opens: false, asked: Sample.start + hour)
    standing.count(look, limits: limits, at: Sample.start + hour)
    #expect(standing.brake != nil)
  }

  @Test(
    "One who left does not keep it on by being looked at again and again, when the others are well")
  func few() {
    var town = Town(40)
    for _ in 0..<2 { town.day { number, _ in number < 3 ? .dead(.tokenDead) : .authorized } }
    #expect(town.brake != nil)
    for _ in 0..<5 { town.look(at: 0, .dead(.tokenDead)) }
    for _ in 0..<3 { town.day { number, _ in number == 0 ? .dead(.tokenDead) : .authorized } }
    #expect(town.brake == nil)
    #expect(town.people[0].state == .revoked && town.count(.authorized) == 39)
  }

  @Test("A look made while it was on turns nothing by a witness of afterwards; the next look does")
  func madeUnderIt() {
    var story = held()
    story.hear(.dead(.tokenDead), after: Sample.day * 2)
    story.book.releaseBrakes(at: Sample.start + Sample.day * 2 + hour)
    story.hearOfOther(after: Sample.day * 2 + hour * 2)
    #expect(story.credential.state == .authorized && story.published.isEmpty)
    story.hear(.dead(.tokenDead), after: Sample.day * 3)
    #expect(story.credential.state == .authorized, "its witness is still to come")
    story.hearOfOther(after: Sample.day * 3 + hour)
    #expect(story.credential.state == .revoked)
  }

  @Test("A look sent before it went off is not the fresh one, though its answer comes after")
  func sentUnderIt() {
    var story = held()
    let end = Sample.day * 2
    story.book.releaseBrakes(at: Sample.start + end)
    story.hear(.dead(.tokenDead), asked: end - .milliseconds(1), after: end + .seconds(1))
    story.hearOfOther(after: end + .seconds(2))
    #expect(story.credential.state == .authorized)
    story.hear(.dead(.tokenDead), after: end + hour * 20)
    story.hearOfOther(after: end + hour * 21)
    #expect(story.credential.state == .revoked)
  }

  @Test("When the clock went back since it went off, looks count again")
  func clockBack() {
    var story = held()
    story.book.releaseBrakes(at: Sample.start + Sample.day * 400)
    for day in 2..<5 {
      story.hear(.dead(.tokenDead), after: Sample.day * day)
      story.hearOfOther(after: Sample.day * day + hour)
    }
    #expect(
      story.credential.grants.first?.suspicion?.proofs.last?.answered == Sample.start + Sample.day
        * 4)
  }

  @Test("A transfer is kept back too, and told by the next look after it")
  func transfer() {
    var story = held()
    story.hear(.transferred, after: Sample.day * 2)
    #expect(story.credential.state == .authorized)
    #expect(story.credential.grants.first?.suspicion?.hold?.cause == .brake)
    story.book.releaseBrakes(at: Sample.start + Sample.day * 3)
    story.hear(.transferred, after: Sample.day * 4)
    #expect(story.credential.state == .transferred)
  }
}
