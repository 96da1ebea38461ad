internal import CredentialCore
import Testing

@Suite("Decision: steps of the wall clock")
struct ClockTests {
  private let proof: Duration = .seconds(20 * 3600)
  private let minute: Duration = .seconds(60)

  private func story() -> Story { Story(Sample.credential(grants: [Sample.grant(1)])) }

  @Test("A step forward confirms no suspicion: what was seen before it is seen again, a day later")
  func forward() {
    var story = story()
    story.hear(.dead(.tokenDead), after: .zero)
    story.book.clockStepped = Sample.start + proof + minute
    story.hear(.dead(.tokenDead), after: proof + minute)
    #expect(story.credential.state == .authorized && story.published.isEmpty)
    #expect(story.credential.grants[0].suspicion?.proofs.count == 1)
    #expect(story.last.nextLook == .at(Sample.start + proof * 2 + minute))
    story.hear(.dead(.tokenDead), after: proof * 2 + minute)
    #expect(story.credential.state == .revoked)
  }

  @Test("A witness of after the step completes nothing of before it")
  func witness() {
    var story = story()
    story.hear(.dead(.tokenDead), after: .zero)
    story.othersAreWell = false
    story.hear(.dead(.tokenDead), after: proof)
    story.book.clockStepped = Sample.start + proof * 2
    story.hearOfOther(after: proof * 2 + minute)
    #expect(story.credential.state == .authorized)
    #expect(story.credential.grants[0].suspicion?.proofs == [])
    #expect(!story.credential.grants[0].awaitsControl)
    story.othersAreWell = true
    story.hear(.dead(.tokenDead), after: proof * 3)
    story.hear(.dead(.tokenDead), after: proof * 4)
    #expect(story.credential.state == .revoked)
  }

  @Test("Three days made by steps within an hour are no three days, where nobody bears witness")
  func days() {
    for answer in [Answer.dead(.tokenDead), .isolated] {
      var story = story()
      story.book = ClientBook([Sample.web: ClientStanding(members: 2)])
      for day in 0..<9 {
        story.book.clockStepped = Sample.start + Sample.day * day
        story.hear(answer, after: Sample.day * day + minute)
      }
      #expect(story.published.isEmpty && story.credential.state == .authorized)
      #expect(story.credential.grants[0].isolated?.looks ?? 1 == 1)
    }
  }

  @Test("Nobody is stale by a jump ahead; after it the time counts from the step")
  func stale() {
    var story = story()
    story.policy.staleAfter = Sample.day * 3
    let ahead = Sample.day * 3650
    story.book.clockStepped = Sample.start + ahead
    story.hear(.transient(retryAfter: nil), after: ahead + minute)
    story.book.clockStepped = Sample.start + minute
    story.hear(.transient(retryAfter: nil), after: Sample.day * 2)
    #expect(story.published.isEmpty)
    story.hear(.transient(retryAfter: nil), after: Sample.day * 3 + minute)
    #expect(story.published.map(\.kind) == [.credentialStale])
  }

  @Test("A success whose answer is known before it was sent bears no witness")
  func backwards() {
    let look = Look(
      credential: Sample.id, client: Sample.web, epoch: Epoch(1), token: Secret([]),
      purpose: .scheduled, claimed: Sample.start)
    for (gap, isControl) in [(Int64(-1), false), (0, true), (1, true)] {
      let result = LookResult(
        look: look, answer: .authorized, mayHaveBeenSent: true,
        answered: Sample.start + .milliseconds(gap), evidence: Evidence("200"))
      #expect((Control(result) != nil) == isControl)
    }
  }

  @Test("Only the difference of the two clocks is a step, of the same start, by more than a minute")
  func readings() {
    func reading(_ seconds: Int64, origin: Int64, _ boot: String = "a") -> ClockReading {
      ClockReading(
        now: Sample.start + .seconds(seconds), origin: Sample.start + .seconds(origin), boot: boot)
    }
    func noted(_ later: [ClockReading]) -> (news: [Bool], record: ClockRecord) {
      var record = ClockRecord(reading(0, origin: 0))
      return (later.map { record.note($0) }, record)
    }
    let quiet = noted([
      reading(86_400 * 9, origin: 0), reading(5, origin: 60), reading(6, origin: -60),
    ])
    #expect(quiet.news == [false, false, false] && quiet.record.stepped == nil)
    for seconds in [61, -61, 86_400 * 3650] as [Int64] {
      let step = noted([reading(seconds, origin: seconds), reading(seconds + 9, origin: seconds)])
      #expect(step.news == [true, false])
      #expect(step.record.stepped == Sample.start + .seconds(seconds))
    }
    let other = noted([reading(7, origin: 86_400, "b")])
    #expect(other.news == [true], "written for what comes after")
    #expect(other.record.stepped == nil, "of another start it cannot be known")
    let later = noted([reading(7, origin: 86_400, "b"), reading(8, origin: 86_500, "b")])
    #expect(later.record.stepped == Sample.start + .seconds(8))
  }
}
