internal import CredentialCore

extension GroundTests {
  static let rows = [looks, proofs, verdicts, pushes, reports, signIns].flatMap { $0 }

  private static func answer(
    _ answer: Answer, _ credential: Credential, sent: Bool = true
  ) -> Decision {
    var story = Story(credential)
    story.othersAreWell = false
    return story.hear(answer, after: .zero, sent: sent)
  }

  /// A live user whose token was presented to a rotating provider.
  private static func presented() -> Credential {
    var grant = Sample.grant(1)
    grant.present(at: Sample.start)
    return Sample.credential(grants: [grant])
  }

  private static let live = Sample.credential(grants: [Sample.grant(1)])
  private static let unproven = Sample.credential(
    .unknown, .registered, grants: [Sample.grant(1, .unproven)])

  private static let looks: [Row] = [
    Row(.confirmed, "a live token is confirmed") { answer(.authorized, live) },
    Row(.confirmed, "a new token is confirmed") { answer(.authorized, unproven) },
    Row(.suspicionDropped, "a suspected one is confirmed") {
      var story = alone()
      story.hear(dead, after: .zero)
      return story.hear(.authorized, after: hour)
    },
    Row(.takenBack, "a revoked user's token is confirmed") {
      answer(.authorized, Sample.credential(.revoked, .tokenDead, grants: [Sample.grant(1, .dead)]))
    },
    Row(.revocationStands, "consent was withdrawn, and the token is confirmed") {
      answer(.authorized, Sample.credential(.revoked, .consentWithdrawn, grants: [Sample.grant(1)]))
    },
    Row(.revocationStands, "a revoked user is said to be transferred") {
      answer(.transferred, Sample.credential(.revoked, .tokenDead, grants: [Sample.grant(1)]))
    },
    Row(.notSent, "the request never left") {
      answer(.transient(retryAfter: nil), live, sent: false)
    },
    Row(.clientNotConfigured, "nobody was asked") {
      answer(.clientNotConfigured, live, sent: false)
    },
    Row(.nothingLearnt, "a server error") { answer(.transient(retryAfter: nil), live) },
    Row(.nothingLearnt, "our identity is refused") { answer(.misconfigured, live) },
    Row(.nothingLearnt, "an isolated answer about a token that never worked") {
      answer(.isolated, unproven)
    },
    Row(.isolatedCounted, "the first isolated answer") { answer(.isolated, live) },
    Row(.isolatedCommon, "the third, where too few others are well") {
      var story = alone()
      for day in 0..<3 { story.hear(.isolated, after: Sample.day * day) }
      return story.last
    },
    Row(.rotationLost, "no answer about a token that may have been replaced") {
      var story = Story(presented())
      story.policy.rotation = .rotating(grace: .zero)
      return story.hear(.transient(retryAfter: nil), after: .zero)
    },
    Row(.rotationRepeated, "the same, where the provider lets it be presented once more") {
      var story = Story(presented())
      story.policy.rotation = .rotating(grace: .seconds(60))
      return story.hear(.transient(retryAfter: nil), after: .zero)
    },
    Row(.replaced, "an answer about a token that is gone") {
      var story = alone()
      return story.hear(dead, epoch: 7, after: .zero)
    },
    Row(.stillDead, "a dead token is dead") {
      answer(dead, Sample.credential(.revoked, .tokenDead, grants: [Sample.grant(1, .dead)]))
    },
    Row(.unprovenSuspected, "a new token is dead") { answer(dead, unproven) },
    Row(.neverConfirmed, "it is so again") {
      var story = Story(unproven)
      story.hear(dead, after: .zero)
      return story.hear(dead, after: hour * 20)
    },
    Row(.transferred, "the team changed") { answer(.transferred, live) },
  ]

  private static let proofs: [Row] = [
    Row(.suspected, "the first negative answer") { answer(dead, live) },
    Row(.suspectedAlone, "the same with two others") {
      var story = alone(members: 3)
      return story.hear(dead, after: .zero)
    },
    Row(.tooEarly, "another before its time") {
      var story = alone()
      story.hear(dead, after: .zero)
      story.hearOfOther(after: second)
      return story.hear(dead, after: hour)
    },
    Row(.witnessMissing, "another in time without a witness for the first") {
      var story = alone()
      story.hear(dead, after: .zero)
      return story.hear(dead, after: hour * 20)
    },
    Row(.counted, "another in time") { twice(alone()).last },
    Row(.countedAlone, "another in time with two others") {
      var story = alone(members: 3)
      story.hear(dead, after: .zero)
      return story.hear(dead, after: hour * 20)
    },
    Row(.witnessed, "a success of another") {
      var story = alone()
      story.hear(dead, after: .zero)
      return story.hearOfOther(after: second)
    },
    Row(.clockStepped, "the clock is stepped before the witness") {
      var story = alone()
      story.hear(dead, after: .zero)
      story.book.clockStepped = Sample.start + hour
      return story.hearOfOther(after: hour * 2)
    },
    Row(.lapsed, "a success of another an interval later") {
      var story = alone()
      story.hear(dead, after: .zero)
      return story.hearOfOther(after: Sample.day + second)
    },
  ]

  private static func beside(_ other: Grant.Status, _ state: CredentialState = .authorized) -> Story
  {
    var story = alone()
    let grants = [Sample.grant(1), Sample.grant(2, other, client: Sample.phone)]
    story.credential = Sample.credential(state, .confirmed, grants: grants)
    return story
  }

  private static let verdicts: [Row] = [
    Row(.proven, "two proofs with witnesses") { judged(alone()) },
    Row(.provenAlone, "three on three days") {
      var story = alone(members: 3)
      for days in 0..<3 { story.hear(dead, after: hour * 20 * days) }
      return story.last
    },
    Row(.otherTokenUnknown, "another token is unproven") { judged(beside(.unproven)) },
    Row(.otherTokenLive, "another token is alive") { judged(beside(.live)) },
    Row(.transferStands, "the user is transferred") { judged(beside(.dead, .transferred)) },
    Row(.provenBefore, "the user was asked to sign in already") {
      var story = alone(Sample.policy(.reauthenticate))
      story.credential = Sample.credential(.unknown, .tokenDead, grants: [Sample.grant(1)])
      return judged(story)
    },
    Row(.heldByObserve, "the mode is observe") { judged(alone(Sample.policy(.revoke, .observe))) },
    Row(.heldByPause, "verdicts are paused") {
      var story = alone()
      story.restraints.everywhere = Pause(
        since: Sample.start, by: Caller(uid: 0), reason: "maintenance")
      return judged(story)
    },
    Row(.heldByBaseline, "it is the provider's first interval") {
      var policy = Sample.policy()
      policy.hasBaseline = true
      var story = alone(policy)
      story.restraints.baselines = [Sample.provider: Baseline(since: Sample.start)]
      return judged(story)
    },
    Row(.heldByBrake, "the brake is on") {
      var story = alone()
      story.book = ClientBook([Sample.web: ClientStanding(members: 10, brake: brake)])
      return judged(story)
    },
    Row(
      .freshLookMissing,
      "the brake went off after it was held, and the next look has no witness yet"
    ) {
      var story = alone()
      story.book = ClientBook([Sample.web: ClientStanding(members: 10, brake: brake)])
      story = twice(story)
      story.hearOfOther(after: hour * 20 + second)
      story.book.releaseBrakes(at: Sample.start + hour * 21)
      return story.hear(dead, after: hour * 44)
    },
    Row(.freshLookMissing, "the look was sent before the brake went off") {
      var story = alone()
      story.book = ClientBook([Sample.web: ClientStanding(members: 10, brake: brake)])
      story = twice(story)
      story.hearOfOther(after: hour * 20 + second)
      story.book.releaseBrakes(at: Sample.start + hour * 44)
      return story.hear(dead, asked: hour * 44 - second, after: hour * 44 + second)
    },
    Row(.heldByCanaries, "most canaries fail") {
      var story = alone()
      story.book.frozenSince = Sample.start
      story.policy.canaries = ["8", "9"].map { Subject(validBytes: Array($0.utf8)) }
      for canary in story.policy.canaries {
        story.book.canaries[canary] = Canary(failingSince: Sample.start)
      }
      return judged(story)
    },
  ]

  private static let brake = Brake(
    since: Sample.start, limit: .hourShare, count: 30, opened: 30)
}
