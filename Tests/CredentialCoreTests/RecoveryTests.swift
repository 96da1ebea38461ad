internal import CredentialCore
import Testing

@Suite("Decision: after a revocation")
struct RecoveryTests {
  private let proof: Duration = .seconds(20 * 3600)

  private func revoked() -> Story {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.hear(.dead(.tokenDead), after: .zero - proof)
    story.hear(.dead(.tokenDead), after: .zero)
    return story
  }

  @Test("Looks follow after 1, 3 and 7 days; after the last one the token goes")
  func looksThrice() {
    var story = revoked()
    var looks: [Decision.NextLook] = [story.last.nextLook]
    for day in [1, 3, 7] {
      looks.append(story.hear(.dead(.tokenDead), after: Sample.day * day).nextLook)
    }
    let planned = [1, 3, 7].map { Decision.NextLook.at(Sample.start + Sample.day * $0) }
    #expect(looks == planned + [.never])
    #expect(story.credential.grants.isEmpty)
    #expect(story.credential.state == .revoked)
    #expect(story.published.count == 1, "looks after a revocation are no news")
  }

  @Test(
    "Looks that were missed are not made up for in a row",
    arguments: Answer.lessons + [.dead(.tokenDead)])
  func missed(answer: Answer) {
    var story = revoked()
    #expect(
      story.hear(answer, after: Sample.day * 4).nextLook == .at(Sample.start + Sample.day * 7))
    #expect(story.hear(answer, after: Sample.day * 30).nextLook == .never)
    #expect(story.credential.grants.isEmpty)
    #expect(story.credential.state == .revoked)
  }

  @Test("A check by hand before the first planned look uses none of them up")
  func manual() {
    var story = revoked()
    for _ in 0..<5 { story.hear(.dead(.tokenDead), after: .seconds(3600)) }
    #expect(story.last.nextLook == .at(Sample.start + Sample.day))
    #expect(story.credential.grants.count == 1)
  }

  @Test("A request that never left is made again in a minute and does not end the token")
  func unsent() {
    var story = revoked()
    let decision = story.hear(.transient(retryAfter: nil), after: Sample.day * 8, sent: false)
    #expect(decision.nextLook == .at(Sample.start + Sample.day * 8 + .seconds(60)))
    #expect(story.credential.grants.count == 1)
  }

  @Test("A token that comes alive takes the revocation back and names its event")
  func comesAlive() {
    var story = revoked()
    let event = story.credential.stateEvent
    let decision = story.hear(.authorized, after: Sample.day)
    #expect(story.credential.state == .authorized)
    #expect(story.credential.grants.map(\.status) == [.live])
    #expect(decision.events.map(\.undoes) == [event])
    #expect(decision.events.map(\.action) == [Action.none])
    #expect(decision.nextLook == .regular)
  }

  @Test(
    "What a push or an administrator revoked is not taken back by a look",
    arguments: [Reason.consentWithdrawn, .accountDeleted, .accountDisabled])
  func conclusive(reason: Reason) {
    var story = Story(Sample.credential(.revoked, reason, grants: [Sample.grant(1)]))
    let decision = story.hear(.authorized, after: .zero)
    #expect(story.credential.state == .revoked)
    #expect(decision.events.isEmpty)
  }

  @Test("A new sign-in of a revoked user takes it back once its token is proven, and the dead goes")
  func signsInAgain() {
    for client in [Sample.web, Sample.phone] {
      var story = revoked()
      let registration = Registration(
        id: Sample.id, client: client, token: Secret([1]), account: nil, labels: nil)
      story.credential = registration.applied(
        to: story.credential, epoch: Epoch(2), now: Sample.start)
      #expect(story.credential.state == .revoked)
      #expect(story.credential.grantToLookAt(now: Sample.start)?.epoch == Epoch(2))
      story.hear(.transient(retryAfter: nil), epoch: 2, after: .seconds(5))
      #expect(story.credential.grantToLookAt(now: Sample.start)?.epoch == Epoch(2))
      story.hear(.authorized, epoch: 2, after: Sample.day)
      #expect(story.credential.state == .authorized)
      #expect(story.credential.grants.map(\.epoch) == [Epoch(2)])
    }
  }

  @Test("A sign-in after the request to sign in again names the event that asked for it")
  func reauthenticated() {
    var story = Story(
      Sample.credential(grants: [Sample.grant(1)]), policy: Sample.policy(.reauthenticate))
    story.hear(.dead(.tokenDead), after: .zero)
    story.hear(.dead(.tokenDead), after: proof)
    let asked = story.credential.stateEvent
    story.credential.grants = [Sample.grant(2, .unproven)]
    story.hear(.authorized, epoch: 2, after: Sample.day)
    #expect(story.published.map(\.undoes) == [nil, asked])
  }

  @Test("A revocation is never turned into a request to sign in, a transfer or nothing")
  func stands() {
    let grants = [Sample.grant(1, .dead), Sample.grant(2, client: Sample.phone)]
    for deadToken in ProviderPolicy.DeadToken.allCases {
      var story = Story(
        Sample.credential(.revoked, .tokenDead, grants: grants), policy: Sample.policy(deadToken))
      story.hear(.transferred, epoch: 2, after: .zero)
      story.hear(.dead(.tokenDead), epoch: 2, after: proof)
      story.hear(.dead(.tokenDead), epoch: 2, after: proof * 2)
      #expect(story.credential.state == .revoked)
      #expect(!story.published.contains { $0.kind == .stateChanged })
    }
  }

  @Test("After a transfer dead tokens log nobody out, and a live one takes it back")
  func afterTransfer() {
    var story = Story(Sample.credential(grants: [Sample.grant(1), Sample.grant(2)]))
    story.hear(.transferred, after: .zero)
    #expect(story.credential.state == .transferred)
    #expect(story.published.map(\.action) == [Action.none])
    story.hear(.dead(.tokenDead), after: Sample.day)
    story.hear(.dead(.tokenDead), after: Sample.day * 2)
    #expect(story.credential.state == .transferred)
    story.hear(.authorized, epoch: 2, after: Sample.day * 3)
    #expect(story.credential.state == .authorized)
    #expect(story.published.last?.undoes == 101)
  }
}
