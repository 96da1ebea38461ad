internal import CredentialCore
import Testing

@Suite("Decision: positive control")
struct ControlTests {
  private let proof: Duration = .seconds(20 * 3600)
  private let second: Duration = .seconds(1)

  private func alone() -> Story {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.othersAreWell = false
    return story
  }

  @Test("The order is: negative, success of another, negative, success of another")
  func order() {
    var story = alone()
    story.hear(.dead(.tokenDead), after: .zero)
    #expect(story.last.nextLook == .regular, "a second look would not count yet")
    story.hearOfOther(after: second)
    #expect(story.last.nextLook == .at(Sample.start + proof))
    story.hear(.dead(.tokenDead), after: proof)
    #expect(story.credential.state == .authorized)
    let heard = story.hearOfOther(after: proof + second)
    #expect(story.credential.state == .revoked)
    #expect(heard?.events.map(\.evidence.summary) == ["400 token_dead"])
    #expect(heard?.events.map(\.at) == [Sample.start + proof + second])
    #expect(story.last.nextLook == .at(Sample.start + proof + second + Sample.day))
  }

  @Test("Without a success of anybody else no number of negative answers is enough")
  func nobody() {
    var story = alone()
    for day in 0..<60 { story.hear(.dead(.tokenDead), after: Sample.day * day) }
    #expect(story.published.isEmpty && story.credential.state == .authorized)
    #expect(story.credential.grants[0].suspicion?.opened == Sample.start)
  }

  @Test("A success sent before or with the negative answer, or the user's own, is no witness")
  func noWitness() {
    var story = alone()
    story.hear(.dead(.tokenDead), after: .zero)
    let before = story.credential
    #expect(story.hearOfOther(after: .zero - second) == nil)
    #expect(story.hearOfOther(after: .zero) == nil)
    #expect(story.hearOfOther("001", after: second) == nil)
    #expect(story.hearOfOther(epoch: 2, after: second) == nil)
    #expect(story.credential == before)
  }

  @Test("A second look sent before the first one's witness was known does not count")
  func secondTooSoon() {
    var story = alone()
    story.hear(.dead(.tokenDead), after: .zero)
    story.hear(.dead(.tokenDead), after: proof)
    story.hearOfOther(after: proof + second)
    #expect(story.credential.grants[0].suspicion?.proofs.count == 1)
    #expect(story.last.nextLook == .at(Sample.start + proof + second + .seconds(900)))
    story.hear(.dead(.tokenDead), after: proof * 2)
    story.hearOfOther(after: proof * 2 + second)
    #expect(story.credential.state == .revoked)
  }

  @Test("A witness an interval late is none: the next negative answer is the first again")
  func late() {
    var story = alone()
    story.hear(.dead(.tokenDead), after: .zero)
    story.hearOfOther(after: Sample.day + second)
    #expect(story.credential.grants[0].suspicion?.proofs == [])
    story.hear(.dead(.tokenDead), after: Sample.day + second * 2)
    story.hearOfOther(after: Sample.day + second * 3)
    #expect(story.credential.state == .authorized)
    #expect(story.credential.grants[0].suspicion?.proofs.count == 1)
    story.hear(.dead(.tokenDead), after: Sample.day * 2)
    story.hearOfOther(after: Sample.day * 2 + second)
    #expect(story.credential.state == .revoked)
  }

  @Test(
    "A failure to learn between the two changes nothing of what is proven",
    arguments: Answer.lessons)
  func lessons(answer: Answer) {
    var story = alone()
    story.hear(.dead(.tokenDead), after: .zero)
    story.hear(answer, after: second)
    story.hearOfOther(after: second * 2)
    story.hear(answer, after: second * 3)
    story.hear(.dead(.tokenDead), after: proof)
    story.hear(answer, after: proof + second)
    story.hearOfOther(after: proof + second * 2)
    #expect(story.credential.state == .revoked)
  }

  @Test("With fewer than three others three looks on three days agree instead", arguments: 1...3)
  func few(members: Int) {
    var story = alone()
    story.book = ClientBook([Sample.web: ClientStanding(members: members)])
    for hour in 0..<20 { story.hear(.dead(.tokenDead), after: .seconds(3600) * hour) }
    #expect(story.credential.grants[0].suspicion?.proofs.count == 1)
    story.hear(.dead(.tokenDead), after: proof)
    story.hearOfOther(after: proof + second)
    #expect(story.credential.state == .authorized)
    #expect(story.last.nextLook == .at(Sample.start + proof * 2))
    let third = story.hear(.dead(.tokenDead), after: proof * 2)
    #expect(story.credential.state == .revoked)
    #expect(third.events.map(\.evidence.summary) == ["400 token_dead; control: none"])
  }

  @Test("With three others two looks a quarter of an hour apart are not enough by themselves")
  func enough() {
    var story = alone()
    story.policy.confirmAfter = .seconds(900)
    story.book = ClientBook([Sample.web: ClientStanding(members: 4)])
    for look in 0..<96 { story.hear(.dead(.tokenDead), after: .seconds(900) * look) }
    #expect(story.credential.state == .authorized)
  }

  @Test("When others leave, what was proven with witnesses still needs its days")
  func othersLeave() {
    var story = alone()
    story.policy.confirmAfter = .seconds(900)
    story.hear(.dead(.tokenDead), after: .zero)
    story.hearOfOther(after: second)
    story.hear(.dead(.tokenDead), after: .seconds(900))
    story.book = ClientBook([Sample.web: ClientStanding(members: 2)])
    story.hearOfOther(after: .seconds(901))
    #expect(story.credential.state == .authorized)
    story.hear(.dead(.tokenDead), after: .seconds(1800))
    #expect(story.credential.state == .authorized)
  }

  @Test(
    "An outage that all users share turns nobody, however long and whenever", arguments: 0..<200)
  func outage(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let begin = Int64.random(in: 0...200, using: &generator)
    let hours = begin...(begin + Int64.random(in: 1...400, using: &generator))
    var story = alone()
    story.policy.confirmAfter = .seconds(Int64.random(in: 900...200_000, using: &generator))
    var after: Duration = .zero
    for _ in 0..<2000 {
      after += .seconds(Int64.random(in: 1...3000, using: &generator))
      let isDown = hours.contains(after.wholeMilliseconds / 3_600_000)
      if Int.random(in: 0..<8, using: &generator) == 0 {
        story.hear(isDown ? .dead(.tokenDead) : .authorized, after: after)
      } else if !isDown {
        story.hearOfOther(after: after)
      }
    }
    #expect(story.published.isEmpty && story.credential.state == .authorized)
  }
}
