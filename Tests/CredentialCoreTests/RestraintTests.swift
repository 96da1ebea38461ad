internal import CredentialCore
import Testing

@Suite("Decision: pauses, baselines and administrators")
struct RestraintTests {
  private let proof: Duration = .seconds(20 * 3600)
  private let pause = Pause(since: Sample.start, by: Caller(uid: 0), reason: "a bad night")

  private func policy(baseline: Bool) -> ProviderPolicy {
    var policy = Sample.policy()
    policy.hasBaseline = baseline
    return policy
  }

  @Test("While paused nothing turns, whatever is answered, and what is proven is held")
  func paused() {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.restraints.everywhere = pause
    story.hear(.dead(.tokenDead), after: .zero)
    let told = story.hear(.dead(.tokenDead), after: proof)
    #expect(told.heldAnew == .pause)
    for day in 2..<6 { story.hear(.dead(.tokenDead), after: Sample.day * day) }
    #expect(story.credential.state == .authorized && story.published.isEmpty)
    story.restraints.resume(nil)
    story.hear(.dead(.tokenDead), after: Sample.day * 7)
    #expect(story.credential.state == .revoked)
  }

  @Test("While paused a dead token beside a live one is kept")
  func besideALiveOne() {
    var story = Story(
      Sample.credential(grants: [Sample.grant(1), Sample.grant(2, client: Sample.phone)]))
    story.restraints.pause(Sample.provider, pause)
    story.hear(.dead(.tokenDead), after: .zero)
    story.hear(.dead(.tokenDead), after: proof)
    #expect(story.credential.grants.count == 2 && story.published.isEmpty)
  }

  @Test("While paused a transfer waits, and is told once")
  func transfer() {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.restraints.everywhere = pause
    #expect(story.hear(.transferred, after: .zero).heldAnew == .pause)
    #expect(story.hear(.transferred, after: Sample.day).notices.isEmpty)
    story.restraints.resume(nil)
    story.hear(.transferred, after: Sample.day * 2)
    #expect(story.credential.state == .transferred)
  }

  @Test("A baseline holds through its interval, and longer only when it found something")
  func baseline() {
    let policy = policy(baseline: true)
    var baseline = Baseline(since: Sample.start)
    #expect(baseline.isInForce(policy, now: Sample.start + Sample.day - .milliseconds(1)))
    #expect(!baseline.isInForce(policy, now: Sample.start + Sample.day))
    baseline.negatives = 1
    #expect(baseline.isWaiting(policy, now: Sample.start + Sample.day * 30))
    baseline.accepted = Sample.start
    #expect(!baseline.isInForce(policy, now: Sample.start))
    #expect(
      !Baseline(since: Sample.start).isInForce(self.policy(baseline: false), now: Sample.start))
  }

  @Test("A baseline that was begun under a clock that was ahead begins now")
  func clock() {
    var restraints = Restraints(baselines: [Sample.provider: Baseline(since: Sample.start)])
    restraints.note(nil, of: Sample.provider, now: Sample.start - Sample.day * 300)
    #expect(restraints.baselines[Sample.provider]?.since == Sample.start - Sample.day * 300)
  }

  @Test("Turned as it stands, another token that works keeps the user signed in")
  func spokenFor() {
    var story = Story(
      Sample.credential(grants: [Sample.grant(1), Sample.grant(2, client: Sample.phone)]))
    story.restraints.everywhere = pause
    story.hear(.dead(.tokenDead), after: .zero)
    story.hear(.dead(.tokenDead), after: proof)
    let turned = story.turnAsIs(after: proof * 2)
    #expect(turned?.events.map(\.kind) == [.grantLost])
    #expect(turned?.credential.state == .authorized)
  }

  @Test("Turned as it stands, a token not known to work or not keeps the verdict waiting")
  func unprovenBeside() {
    var story = Story(
      Sample.credential(grants: [Sample.grant(1), Sample.grant(2, client: Sample.phone)]))
    story.restraints.everywhere = pause
    story.hear(.dead(.tokenDead), epoch: 2, after: .zero)
    story.hear(.dead(.tokenDead), after: .seconds(1))
    story.hear(.dead(.tokenDead), epoch: 2, after: proof + .seconds(1))
    story.hear(.dead(.tokenDead), after: proof + .seconds(2))
    story.credential.grants.append(Sample.grant(3, .unproven))
    #expect(story.turnAsIs(after: proof * 2) == nil)
    story.credential.grants.removeLast()
    #expect(story.turnAsIs(after: proof * 2)?.credential.state == .revoked)
  }

  @Test("In mode observe nothing is turned as it stands")
  func observed() {
    var story = Story(
      Sample.credential(grants: [Sample.grant(1)]), policy: Sample.policy(.revoke, .observe))
    story.hear(.dead(.tokenDead), after: .zero)
    story.hear(.dead(.tokenDead), after: proof)
    #expect(story.turnAsIs(after: proof * 2) == nil)
  }

  @Test(
    "A state change is taken back once, and only while it is in force",
    arguments: ProviderPolicy.DeadToken.allCases)
  func revert(_ deadToken: ProviderPolicy.DeadToken) throws {
    var story = Story(
      Sample.credential(grants: [Sample.grant(1)]), policy: Sample.policy(deadToken))
    story.hear(.dead(.tokenDead), after: .zero)
    story.hear(.dead(.tokenDead), after: proof)
    let body = try #require(story.published.last)
    let event = Event(generation: "g", sequence: 101, body: body)
    let reverted = story.revert(event, after: proof * 2)
    let decision = try #require(reverted)
    #expect(decision.events.map(\.undoes) == [101] && decision.events.map(\.action) == [.none])
    #expect(decision.credential.state == (deadToken == .revoke ? .authorized : .unknown))
    let again = story.revert(event, after: proof * 2)
    let other = story.revert(
      Event(generation: "g", sequence: 100, body: body), after: proof * 2)
    #expect(again == nil && other == nil)
  }
}
