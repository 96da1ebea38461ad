import CredentialCore
import Testing

@Suite("Tokens that a provider replaces")
struct RotationTests {
  private static let second = Duration.seconds(1)

  /// A user with one live token that was presented at the start.
  private func presented(grace: Duration = .zero, before: Grant.Status = .live) -> Story {
    var grant = Sample.grant(1, before)
    grant.present(at: Sample.start)
    var story = Story(Sample.credential(grants: [grant]))
    story.policy.rotation = .rotating(grace: grace)
    story.othersAreWell = false
    return story
  }

  @Test("An answer leaves the status as it was before", arguments: [Grant.Status.live, .unproven])
  func settled(before: Grant.Status) {
    for answer in [Answer.misconfigured, .throttled(retryAfter: nil), .reauthenticate] {
      var story = presented(before: before)
      story.hear(answer, after: Self.second)
      #expect(story.credential.grants.map(\.status) == [before])
      #expect(story.credential.grants[0].outstanding == nil)
      #expect(story.published.isEmpty)
    }
  }

  @Test(
    "A lost answer changes no state, is told once with action none, and drops what was suspected")
  func lost() {
    var story = presented()
    story.credential.grants[0].suspicion = Suspicion(
      state: .revoked, reason: .tokenDead, opened: Sample.start, confirmableFrom: Sample.start,
      evidence: Evidence("400"))
    let decision = story.hear(.transient(retryAfter: nil), after: Self.second)
    #expect(decision.events.map(\.kind) == [.rotationLost])
    #expect(decision.events.map(\.action) == [.none])
    #expect(decision.credential.state == .authorized)
    #expect(decision.credential.grants.map(\.status) == [.lost])
    #expect(decision.credential.grants[0].suspicion == nil)
    #expect(decision.nextLook == .never)
  }

  @Test("A dead token whose answer is lost is dropped without a word")
  func deadOne() {
    var story = presented(before: .dead)
    let decision = story.hear(.transient(retryAfter: nil), after: Self.second)
    #expect(decision.events.isEmpty && decision.credential.grants.isEmpty)
  }

  @Test(
    "Within the grace time it may be presented once more, and not while the clock says otherwise")
  func grace() {
    var story = presented(grace: .seconds(60))
    let decision = story.hear(.transient(retryAfter: nil), after: .seconds(10))
    #expect(decision.events.isEmpty)
    guard case .at(let next) = decision.nextLook else {
      Issue.record("it must be looked at soon")
      return
    }
    #expect(next > Sample.start + .seconds(10) && next < Sample.start + .seconds(60))
    var grant = story.credential.grants[0]
    #expect(grant.isAskable(at: next))
    #expect(!grant.isAskable(at: Sample.start + .seconds(60)))
    #expect(!grant.isAskable(at: Sample.start - Self.second))
    grant.present(at: next)
    #expect(!grant.isAskable(at: next))
    grant.takeBackPresentation()
    #expect(grant.isAskable(at: next))
  }

  @Test("After the grace time has passed while the request was out, the loss is for good")
  func tooLate() {
    var story = presented(grace: .seconds(20))
    let decision = story.hear(.transient(retryAfter: nil), after: .seconds(30))
    #expect(decision.events.map(\.kind) == [.rotationLost])
  }

  @Test("Another token of the user goes on, and its death is judged by itself")
  func twoTokens() {
    var story = presented()
    story.credential.grants.append(Sample.grant(2, client: Sample.phone))
    let decision = story.hear(.transient(retryAfter: nil), after: Self.second)
    #expect(decision.credential.grants.map(\.status) == [.lost, .live])
    #expect(decision.nextLook == .regular)
    let next = story.credential.grantToLookAt(now: Sample.start + Sample.day)
    #expect(next?.epoch == Epoch(2))
    story.hear(.authorized, epoch: 2, after: Sample.day)
    #expect(story.credential.grants.map(\.epoch) == [Epoch(2)])
  }

  @Test("A provider that is not said to rotate loses nothing by a failure")
  func notRotating() {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.othersAreWell = false
    let decision = story.hear(.transient(retryAfter: nil), after: Self.second)
    #expect(decision.events.isEmpty && decision.credential.grants.map(\.status) == [.live])
  }
}
