internal import CredentialCore
import Testing

@Suite("Decision: stale credentials")
struct StaleTests {
  private let hour: Duration = .seconds(3600)

  /// A user who was confirmed a day before the start, told of as stale three days after that.
  private func story(_ mode: ProviderPolicy.Mode = .enforce) -> Story {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.policy.staleAfter = Sample.day * 3
    story.policy.mode = mode
    return story
  }

  @Test(
    "A look that teaches nothing three days after the last success tells it once, and asks for nothing",
    arguments: Answer.lessons + [.isolated])
  func nothingLearnt(answer: Answer) {
    var story = story()
    story.hear(answer, after: Sample.day * 2 - .milliseconds(1))
    #expect(story.published.isEmpty)
    let told = story.hear(answer, after: Sample.day * 2)
    #expect(told.events.map(\.kind) == [.credentialStale])
    #expect(told.events.map(\.action) == [Action.none])
    #expect(told.events.map(\.newState) == [.authorized] && told.events[0].hooks.count == 1)
    #expect(told.events[0].evidence.summary.contains("last answer: \(answer.word)"))
    #expect(story.credential.staleSince == Sample.start + Sample.day * 2)
    for day in 3..<20 { story.hear(answer, after: Sample.day * day) }
    #expect(story.published.count == 1 && story.credential.state == .authorized)
  }

  @Test("A success ends it without an event; the next stretch is told again")
  func ends() {
    var story = story()
    story.hear(.transient(retryAfter: nil), after: Sample.day * 2)
    story.hear(.authorized, after: Sample.day * 3)
    #expect(story.credential.staleSince == nil && story.published.count == 1)
    story.hear(.transient(retryAfter: nil), after: Sample.day * 5)
    #expect(story.published.count == 1)
    story.hear(.transient(retryAfter: nil), after: Sample.day * 6)
    #expect(story.published.map(\.kind) == [.credentialStale, .credentialStale])
  }

  @Test("A suspicion that nobody bears witness for is told as stale, and ends with its verdict")
  func suspected() {
    var story = story()
    story.othersAreWell = false
    for day in 0..<3 { story.hear(.dead(.tokenDead), after: Sample.day * day) }
    #expect(story.published.map(\.kind) == [.credentialStale])
    story.hearOfOther(after: Sample.day * 2 + hour)
    story.hear(.dead(.tokenDead), after: Sample.day * 3)
    story.hearOfOther(after: Sample.day * 3 + hour)
    #expect(story.credential.state == .revoked && story.credential.staleSince == nil)
  }

  @Test("A verdict that is kept back is told of by itself, and is not stale")
  func held() {
    var story = story(.observe)
    for day in 0..<9 { story.hear(.dead(.tokenDead), after: Sample.day * day) }
    #expect(story.published.isEmpty && story.credential.staleSince == nil)
  }

  @Test("Leaving mode observe tells nobody as stale who is about to be judged")
  func enforced() {
    var story = story(.observe)
    for day in 0..<9 { story.hear(.dead(.tokenDead), after: Sample.day * day) }
    story.policy.mode = .enforce
    story.hear(.dead(.tokenDead), after: Sample.day * 9)
    story.hear(.dead(.tokenDead), after: Sample.day * 10)
    #expect(story.published.map(\.newState) == [.revoked])
  }

  @Test(
    "One whom nobody bears witness for after it is told as stale as long after the new suspicion")
  func enforcedAlone() {
    var story = story(.observe)
    for day in 0..<9 { story.hear(.dead(.tokenDead), after: Sample.day * day) }
    story.policy.mode = .enforce
    story.othersAreWell = false
    for day in 9..<12 { story.hear(.dead(.tokenDead), after: Sample.day * day) }
    #expect(story.published.isEmpty)
    story.hear(.dead(.tokenDead), after: Sample.day * 12)
    #expect(story.published.map(\.kind) == [.credentialStale])
  }

  @Test("Who is revoked, never confirmed or transferred has no session that nobody confirms")
  func others() {
    for (state, reason) in [
      (CredentialState.unknown, Reason.registered), (.revoked, .tokenDead),
      (.transferred, .teamTransfer), (.notFound, .notLinked),
    ] {
      var story = Story(Sample.credential(state, reason, grants: [Sample.grant(1)]))
      story.policy.staleAfter = Sample.day
      for day in 1..<9 { story.hear(.transient(retryAfter: nil), after: Sample.day * day) }
      #expect(story.published.isEmpty, "\(state)")
    }
  }

  @Test("Whoever is above the limits of isolated evidence is told as stale, never silent")
  func isolated() {
    for count in [1, 2, 20] {
      var policy = Sample.policy()
      policy.staleAfter = Sample.day * 3
      var town = Town(count, policy: policy)
      for _ in 0..<6 { town.day { _, _ in .isolated } }
      #expect(town.count(.authorized) == count)
      #expect(town.published.map(\.kind) == Array(repeating: .credentialStale, count: count))
      #expect(town.book[Sample.web].stale == count)
      town.day { _, _ in .authorized }
      #expect(town.book[Sample.web].stale == 0)
    }
  }

  @Test("Without a time of its own a policy takes three intervals, or what a verdict takes")
  func patience() {
    func patience(_ interval: Duration, _ confirmAfter: Duration) -> Duration {
      ProviderPolicy(
        deadToken: .revoke, mode: .enforce, interval: interval, confirmAfter: confirmAfter,
        evidenceDay: Sample.day, budgetPeriod: Sample.day, looksPerSecond: 1, inFlight: 1,
        looksAfterRevocation: []
      ).staleAfter
    }
    #expect(patience(Sample.day, hour * 20) == Sample.day * 3)
    #expect(patience(Sample.day, Sample.day * 7) == Sample.day * 8)
  }

  @Test("The search tells what a look would, once, and nothing of others")
  func search() {
    var policy = Sample.policy()
    policy.staleAfter = Sample.day * 3
    let decider = Decider(policies: [Sample.provider: policy], hooks: [Sample.everything])
    let user = Sample.credential(grants: [Sample.grant(1)])
    let end = Sample.start + Sample.day * 2
    #expect(decider.findStale(user, among: ClientBook(), now: end - .milliseconds(1)) == nil)
    let found = decider.findStale(user, among: ClientBook(), now: end)
    #expect(found?.events.map(\.kind) == [.credentialStale])
    #expect(
      found?.events.map(\.evidence.summary) == [
        "last confirmed 2023-11-13T22:13:20.000Z; last answer: none since"
      ])
    #expect(
      found.flatMap { decider.findStale($0.credential, among: ClientBook(), now: end + Sample.day) }
        == nil)
    let dead = Sample.credential(.revoked, .tokenDead, grants: [Sample.grant(1, .dead)])
    #expect(decider.findStale(dead, among: ClientBook(), now: end) == nil)
    #expect(Decider(policies: [:], hooks: []).findStale(user, among: ClientBook(), now: end) == nil)
  }

  @Test("Rounds begin as planned; after a long stop and under a wrong clock an interval later")
  func rounds() {
    let (now, day) = (Sample.start, Sample.day)
    for (planned, begin) in [
      (nil, now + day), (now, now), (now + hour, now + hour), (now - hour * 20, now - hour * 20),
      (now - day * 2, now + day), (now + day * 2, now + day),
    ] as [(Moment?, Moment)] {
      #expect(StaleRounds.begin(planned: planned, interval: day, now: now) == begin)
    }
    #expect(StaleRounds.next(interval: day, now: now) == now + hour * 6)
    #expect(StaleRounds.next(interval: .seconds(1), now: now) == now + .seconds(10))
    #expect(
      StaleRounds.begin(planned: now - .seconds(300), interval: .seconds(1), now: now) < now,
      "woken by a probe of a provider that cannot be reached")
  }
}
