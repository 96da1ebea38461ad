internal import CredentialCore
import Testing

@Suite("Decision: a token that was never seen alive")
struct UnprovenTests {
  private let hour: Duration = .seconds(3600)
  private let second: Duration = .seconds(20 * 3600)

  private func story(_ grants: [Grant] = []) -> Story {
    Story(
      Sample.credential(
        .unknown, .registered, grants: grants + [Sample.grant(5, .unproven)]))
  }

  @Test("A copy of the provider's that does not know it yet costs nobody a token")
  func newcomer() {
    var story = story()
    let doubt = story.hear(.dead(.tokenDead), epoch: 5, after: .zero)
    #expect(doubt.events.isEmpty && doubt.nextLook == .at(Sample.start + second))
    #expect(doubt.notices.map(\.kind) == [.suspicionOpened])
    #expect(story.credential.grants.map(\.status) == [.unproven])
    story.hear(.authorized, epoch: 5, after: second)
    #expect(story.credential.state == .authorized && story.credential.grants[0].suspicion == nil)
  }

  @Test("Two refusals far enough apart drop it: unknown, never_confirmed, and nobody is logged out")
  func dropped() {
    var story = story()
    story.hear(.dead(.tokenDead), epoch: 5, after: .zero)
    let early = story.hear(.dead(.tokenDead), epoch: 5, after: hour)
    #expect(early.events.isEmpty && early.because?.rule == .tooEarly)
    let decision = story.hear(.dead(.tokenDead), epoch: 5, after: second)
    #expect(decision.events.map(\.kind) == [.grantLost])
    #expect(decision.events.map(\.action) == [Action.none])
    #expect(story.credential.grants.isEmpty && story.credential.reason == .neverConfirmed)
    #expect(decision.nextLook == .never)
  }

  @Test(
    "An answer that teaches nothing between keeps the doubt; one before a step of the clock is none"
  )
  func between() {
    var story = story()
    story.hear(.dead(.tokenDead), epoch: 5, after: .zero)
    story.hear(.transient(retryAfter: nil), epoch: 5, after: second)
    #expect(story.last.nextLook == .at(Sample.start + second + .seconds(900)))
    story.book.clockStepped = Sample.start + second
    story.hear(.dead(.tokenDead), epoch: 5, after: second + hour)
    #expect(story.credential.grants.count == 1)
    story.hear(.dead(.tokenDead), epoch: 5, after: second * 2 + hour)
    #expect(story.credential.grants.isEmpty)
  }

  @Test("It is asked about before older tokens, whose verdict waits for what it says")
  func beside() {
    var story = story([Sample.grant(1, client: Sample.phone)])
    story.credential.state = .authorized
    story.hear(.dead(.tokenDead), epoch: 5, after: .zero)
    #expect(story.credential.grantToLookAt(now: Sample.start + second)?.epoch == Epoch(5))
    story.hear(.dead(.tokenDead), epoch: 1, after: hour)
    story.hear(.dead(.tokenDead), epoch: 1, after: second + hour)
    #expect(story.credential.state == .authorized && story.published.isEmpty)
    story.hear(.dead(.tokenDead), epoch: 5, after: second + hour * 2)
    #expect(story.published.map(\.kind) == [.grantLost])
    story.hear(.dead(.tokenDead), epoch: 1, after: second + hour * 3)
    #expect(story.credential.state == .revoked)
  }

  @Test("While most are refused the token of who has just come back stays, and the old one waits")
  func amidTrouble() {
    var story = story([Sample.grant(1, client: Sample.phone)])
    story.credential.state = .authorized
    story.hear(.dead(.tokenDead), epoch: 5, after: .zero)
    let calm = ClientStanding(members: 1000)
    var troubled = calm
    troubled.brake = Brake(
      since: Sample.start + hour, limit: .dayCount, count: 50, opened: 1000)
    story.book = ClientBook([Sample.web: troubled, Sample.phone: calm])
    let kept = story.hear(.dead(.tokenDead), epoch: 5, after: second)
    #expect(kept.because?.rule == .heldByBrake && kept.heldAnew == nil)
    #expect(kept.nextLook == .at(Sample.start + second * 2))
    story.hear(.dead(.tokenDead), epoch: 1, after: second)
    story.book = ClientBook([Sample.web: calm, Sample.phone: calm])
    story.hear(.dead(.tokenDead), epoch: 1, after: second * 2)
    #expect(story.last.because?.rule == .otherTokenUnknown && story.published.isEmpty)
    story.hear(.authorized, epoch: 5, after: second * 2 + hour)
    #expect(story.credential.state == .authorized)
    #expect(story.credential.grants.map(\.epoch.number).contains(5))
  }

  @Test(
    "What a first interval finds of it is kept at once; accepted, a look far enough from it decides"
  )
  func baseline() {
    var story = story()
    story.policy.hasBaseline = true
    story.restraints.baselines = [Sample.provider: Baseline(since: Sample.start, negatives: 1)]
    story.hear(.dead(.tokenDead), epoch: 5, after: .zero)
    #expect(story.credential.grants[0].suspicion?.hold?.cause == .baseline)
    story.restraints.baselines[Sample.provider]?.accepted = Sample.start + hour
    story.hear(.dead(.tokenDead), epoch: 5, after: hour)
    #expect(story.credential.grants.count == 1)
    story.hear(.dead(.tokenDead), epoch: 5, after: Sample.day)
    #expect(story.credential.grants.isEmpty)
  }
}
