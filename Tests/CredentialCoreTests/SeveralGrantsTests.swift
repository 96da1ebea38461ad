internal import CredentialCore
import Testing

@Suite("Decision: several grants of one user")
struct SeveralGrantsTests {
  private let proof: Duration = .seconds(20 * 3600)

  private func two(_ second: Grant.Status = .live) -> Story {
    Story(
      Sample.credential(grants: [
        Sample.grant(1), Sample.grant(2, second, client: Sample.phone),
      ]))
  }

  @Test("While another grant lives, a dead one is only lost")
  func loses() {
    var story = two()
    story.hear(.dead(.tokenDead), after: .zero)
    let decision = story.hear(.dead(.tokenDead), after: proof)
    #expect(story.credential.state == .authorized)
    #expect(decision.events.map(\.kind) == [.grantLost])
    #expect(decision.events.map(\.action) == [Action.none])
    #expect(story.credential.grants.map(\.epoch) == [Epoch(2)])
    story.hear(.dead(.tokenDead), epoch: 2, after: proof * 2)
    story.hear(.dead(.tokenDead), epoch: 2, after: proof * 3)
    #expect(story.credential.state == .revoked)
  }

  @Test("A newer grant that is not proven yet holds the verdict back, and is asked first")
  func holdsBack() {
    var story = Story(Sample.credential(grants: [Sample.grant(1), Sample.grant(2, .unproven)]))
    story.hear(.dead(.tokenDead), after: .zero)
    #expect(story.last.nextLook == .at(Sample.start))
    let decision = story.hear(.dead(.tokenDead), after: proof)
    #expect(story.credential.state == .authorized && decision.events.isEmpty)
    #expect(decision.nextLook == .at(Sample.start + proof))
    #expect(story.credential.grantToLookAt(now: Sample.start + proof)?.epoch == Epoch(2))
    story.hear(.dead(.tokenDead), epoch: 2, after: proof)
    #expect(story.credential.grants.map(\.epoch) == [Epoch(1), Epoch(2)])
    story.hear(.dead(.tokenDead), epoch: 2, after: proof * 2)
    #expect(story.credential.grants.map(\.epoch) == [Epoch(1)])
    story.hear(.dead(.tokenDead), after: proof * 2 + .seconds(900))
    #expect(story.credential.state == .revoked)
  }

  @Test("A new grant that teaches nothing and a suspected one are asked in turn")
  func turns() {
    var story = Story(Sample.credential(grants: [Sample.grant(1), Sample.grant(2, .unproven)]))
    var asked: [Int64] = []
    for step in 0..<8 {
      let after = Sample.day * step
      guard let grant = story.credential.grantToLookAt(now: Sample.start + after) else { break }
      asked.append(grant.epoch.number)
      let answer: Answer = grant.epoch == Epoch(1) ? .dead(.tokenDead) : .clientNotConfigured
      story.hear(answer, epoch: grant.epoch.number, after: after)
    }
    #expect(asked == [2, 1, 2, 1, 2, 1, 2, 1])
    #expect(story.credential.state == .authorized)
  }

  @Test("A proven grant replaces the older ones of its client and none of another's")
  func replaces() {
    var story = Story(
      Sample.credential(grants: [
        Sample.grant(1), Sample.grant(2, client: Sample.phone), Sample.grant(3, .unproven),
      ]))
    story.hear(.authorized, epoch: 3, after: .zero)
    #expect(story.credential.grants.map(\.epoch) == [Epoch(2), Epoch(3)])
    story.hear(.authorized, epoch: 2, after: .zero)
    #expect(story.credential.grants.map(\.epoch) == [Epoch(2), Epoch(3)])
  }

  @Test("An answer for a grant that is gone changes nothing and does not put off a new one's look")
  func late() {
    var story = Story(Sample.credential(grants: [Sample.grant(7, .unproven)]))
    let before = story.credential
    for answer in Answer.lessons + [.authorized, .dead(.tokenDead), .transferred] {
      let decision = story.hear(answer, epoch: 6, after: .zero)
      #expect(decision.credential == before && decision.events.isEmpty)
      #expect(decision.nextLook == .at(Sample.start))
    }
  }

  @Test("A client id that is not configured costs its users nothing (F007)")
  func clientNotConfigured() {
    var story = two()
    for day in 0..<40 {
      story.hear(.clientNotConfigured, after: Sample.day * day, sent: false)
      #expect(story.last.nextLook == .regular)
      story.hear(.authorized, epoch: 2, after: Sample.day * day)
    }
    #expect(story.credential.state == .authorized)
    #expect(story.credential.grants.count == 2)
    #expect(story.published.isEmpty)
  }

  @Test("Grants are asked in turn; dead ones only when there is no other")
  func order() {
    var credential = Sample.credential(grants: [
      Sample.grant(1), Sample.grant(2), Sample.grant(3, .dead), Sample.grant(4, .outstanding),
    ])
    credential.grants[0].lastLook = Sample.start
    credential.grants[1].lastLook = Sample.start - Sample.day
    #expect(credential.grantToLookAt(now: Sample.start)?.epoch == Epoch(2))
    credential.grants.removeFirst(2)
    #expect(credential.grantToLookAt(now: Sample.start)?.epoch == Epoch(3))
    credential.grants.removeFirst()
    #expect(credential.grantToLookAt(now: Sample.start) == nil)
  }
}
