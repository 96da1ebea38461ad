internal import CredentialCore
import Testing

@Suite("Decision: what a device saw")
struct ReportTests {
  private let proof: Duration = .seconds(20 * 3600)
  private let hour: Duration = .seconds(3600)

  private var story: Story { Story(Sample.credential(grants: [Sample.grant(1)])) }

  @Test(
    "It opens a suspicion, and one look that agrees revokes",
    arguments: [
      DeviceState.revoked, .notFound,
    ])
  func suspects(saw: DeviceState) {
    var story = story
    let decision = story.report(saw, after: .zero)
    #expect(story.credential.state == .authorized)
    #expect(decision.because?.rule == .suspected)
    #expect(decision.notices.map(\.kind) == [.suspicionOpened])
    #expect(story.credential.lastLook == nil && story.credential.lastAnswer == nil)
    story.hearOfOther(after: .milliseconds(1))
    story.hear(.dead(.tokenDead), after: proof)
    #expect(story.credential.state == .revoked)
  }

  @Test("A look that confirms the user drops it")
  func drops() {
    var story = story
    story.report(.revoked, after: .zero)
    story.hear(.authorized, after: hour)
    #expect(story.credential.grants.first?.suspicion == nil)
    #expect(story.credential.state == .authorized)
  }

  @Test("No number of reports turns a state: the provider's own answer must agree")
  func never() {
    var story = story
    for day in 0..<30 {
      story.report(.revoked, after: Sample.day * day)
      story.hearOfOther(after: Sample.day * day + hour)
      story.hear(.transient(retryAfter: nil), after: Sample.day * day + hour * 2)
    }
    #expect(story.credential.state == .authorized)
    #expect(story.published.isEmpty)
  }

  @Test("Where nobody can bear witness two more answers on two more days are needed")
  func alone() {
    var story = story
    story.book = ClientBook([Sample.web: ClientStanding(members: 1)])
    story.report(.revoked, after: .zero)
    story.hear(.dead(.tokenDead), after: proof)
    #expect(story.credential.state == .authorized)
    story.hear(.dead(.tokenDead), after: proof * 2)
    #expect(story.credential.state == .revoked)
  }

  @Test("Configured so, it only has a look made")
  func look() {
    var story = story
    story.policy.reports = .look
    let decision = story.report(.revoked, after: .zero)
    #expect(decision.because?.rule == .reportAsksForLook)
    #expect(decision.asksForLook)
    #expect(story.credential.grants.first?.suspicion == nil)
  }

  @Test("It is about the token of the app's client, when that is told")
  func client() {
    var story = story
    story.credential.grants.append(Sample.grant(2, client: Sample.phone))
    story.report(.revoked, client: Sample.phone, after: .zero)
    #expect(story.credential.grants.map { $0.suspicion != nil } == [false, true])
  }

  @Test("The brake holds for it as for a look")
  func brake() {
    var story = story
    let brake = Brake(since: Sample.start, limit: .hourCount, count: 30, opened: 30)
    story.book = ClientBook([Sample.web: ClientStanding(members: 10, brake: brake)])
    story.report(.revoked, after: .zero)
    story.hearOfOther(after: .milliseconds(1))
    story.hear(.dead(.tokenDead), after: proof)
    #expect(story.credential.state == .authorized)
    #expect(story.credential.grants.first?.suspicion?.hold?.cause == .brake)
  }
}

extension Story {
  /// Judges what a device saw at `at`, and what is told of it `after` the start.
  @discardableResult
  mutating func report(
    _ saw: DeviceState, client: ClientID? = nil, at: Duration? = nil, after: Duration
  ) -> Decision {
    let now = Sample.start + after
    let report = Report(
      credential: Sample.id, client: client, saw: saw, at: Sample.start + (at ?? after),
      received: now)
    keep(decider.apply(report, to: credential, among: &book, now: now))
    return last
  }
}
