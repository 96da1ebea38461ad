import CredentialCore
import Testing

@Suite("Decision: pushes that are kept back")
struct HeldPushTests {
  private let hour: Duration = .seconds(3600)
  private let consent = PushNews.conclusive(.consentWithdrawn)

  private func story() -> Story {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.credential.grants[0].confirmed = Sample.start - Sample.day
    return story
  }

  private func paused() -> Story {
    var story = story()
    story.restraints.pauses[Sample.provider] = Sample.pause
    return story
  }

  @Test("Under a pause it is told once and kept; after the end it turns without a look")
  func pause() {
    var story = paused()
    let first = story.push(consent, after: .zero)
    #expect(first.heldAnew == .pause && first.notices.map(\.kind) == [.verdictWithheld])
    #expect(first.because?.rule == .heldByPause && story.credential.isToBeLoggedOut)
    let second = story.push(.conclusive(.accountDeleted), after: hour)
    #expect(second.heldAnew == nil && second.notices.isEmpty)
    #expect(story.credential.heldPush?.verdict == .accountDeleted)
    #expect(story.judgeHeldPush(after: hour) == nil)
    story.restraints = Restraints()
    #expect(story.judgeHeldPush(after: hour * 2)?.events.map(\.newState) == [.notFound])
    #expect(story.credential.heldPush == nil && story.published.count == 1)
  }

  @Test("A look that confirmed the user since leaves it to an administrator, and then to a look")
  func confirmed() {
    var story = paused()
    story.push(consent, after: .zero)
    let look = story.hear(.authorized, after: hour)
    #expect(look.because?.rule == .pushStillHeld && story.credential.heldPush != nil)
    story.restraints = Restraints()
    let judged = story.judgeHeldPush(after: hour * 2)
    #expect(judged?.asksForLook == true && judged?.events.isEmpty == true)
    #expect(story.credential.heldPush == nil && story.credential.state == .authorized)
  }

  @Test("Released as it stands it turns though a look confirmed the user, and says so")
  func asIs() {
    var story = paused()
    story.push(consent, after: .zero)
    story.hear(.authorized, after: hour)
    let turned = story.turnAsIs(after: hour * 2)
    #expect(turned?.events.map(\.newState) == [.revoked])
    #expect(
      turned?.events.first?.evidence.summary
        == "apple: consent_withdrawn; released as is")
    story.credential.signedIn = Sample.start + hour
    let outdated = story.turnAsIs(after: hour * 2)
    #expect(outdated?.events.isEmpty == true && outdated?.credential.heldPush == nil)
  }

  @Test("Dropped it is gone; what observe keeps back, the end of the mode does not turn")
  func observe() {
    var story = story()
    story.policy.mode = .observe
    #expect(story.push(consent, after: .zero).heldAnew == .observe)
    story.policy.mode = .enforce
    #expect(story.judgeHeldPush(after: hour) == nil && story.credential.state == .authorized)
    #expect(story.credential.withoutHolds([.observe]).heldPush == nil)
    #expect(story.credential.withoutHolds([.brake]).heldPush != nil)
  }

  @Test("What is enabled again drops what was kept back for having been disabled")
  func restored() {
    var story = paused()
    story.push(.conclusive(.accountDisabled), after: .zero)
    story.push(.restored, after: hour)
    #expect(story.credential.heldPush == nil && story.last.asksForLook)
  }

  @Test("When looks have proven it meanwhile only the reason is taken over")
  func proven() {
    var story = paused()
    story.push(consent, after: .zero)
    (story.credential.state, story.credential.reason) = (.revoked, .tokenDead)
    #expect(!story.credential.isToBeLoggedOut)
    story.restraints = Restraints()
    let judged = story.judgeHeldPush(after: hour)
    #expect(judged?.events.isEmpty == true && judged?.because?.rule == .reasonLearnt)
    #expect(story.credential.reason == .consentWithdrawn)
  }

  @Test("Fifty in an hour turn, the others wait; an hour later new ones turn again")
  func brake() {
    var book = ClientBook()
    var outcomes: [Bool] = []
    let story = story()
    func push(_ after: Duration) -> Decision {
      let now = Sample.start + after
      return story.decider.apply(
        Sample.push(consent, at: now), to: story.credential, among: &book, now: now)
    }
    for number in 0..<80 { outcomes.append(push(.seconds(number)).events.isEmpty) }
    #expect(outcomes.prefix(50).allSatisfy { !$0 } && outcomes.dropFirst(50).allSatisfy { $0 })
    #expect(book.pushes.brake == PushBrake(since: Sample.start + .seconds(50), limit: 50))
    #expect(push(.seconds(80)).because?.rule == .heldByPushBrake)
    #expect(push(.seconds(3650)).events.count == 1 && book.pushes.brake == nil)
  }

  @Test("Ten times the ordinary number of an hour is too many, once seven days are known")
  func learned() {
    var standing = PushStanding()
    for day in 1...10 {
      #expect(standing.limit(at: Sample.start + Sample.day * day) == (day <= 7 ? 50 : 100))
      standing.tally.note(
        Tally.Counts(turns: 240), at: Sample.start + Sample.day * day, isOrdinary: true)
    }
  }

  @Test("After a long pause no more turn at once than in any other hour; a release turns all")
  func counted() {
    var story = paused()
    story.push(consent, after: .zero)
    story.restraints = Restraints()
    story.book.pushes.brake = PushBrake(since: Sample.start, limit: 50)
    let kept = story.judgeHeldPush(isCounted: true, after: hour / 2)
    #expect(kept?.heldAnew == .brake && story.credential.heldPush?.hold.cause == .brake)
    #expect(kept?.notices.map(\.kind) == [.verdictWithheld])
    #expect(kept?.notices.first?.fields["cause"] == .text("brake"))
    #expect(kept?.notices.first?.fields["state"] == .text("revoked"))
    #expect(kept?.because?.rule == .heldByPushBrake)
    #expect(story.judgeHeldPush(isCounted: true, after: hour / 2) == nil)
    #expect(story.judgeHeldPush(after: hour / 2)?.events.map(\.newState) == [.revoked])
  }

  @Test("A signal that would end sessions is not kept: late it would end others")
  func signals() {
    var story = paused()
    let told = story.push(.signal(.sessionEnd), after: .zero)
    #expect(told.events.isEmpty && told.because?.rule == .signalWithheld)
    #expect(story.credential.heldPush == nil)
    #expect(story.push(.signal(.emailDisabled), after: .zero).events.count == 1)
  }

  @Test("A user about whom a push is kept back is not told of as stale")
  func stale() {
    var story = paused()
    story.push(consent, after: .zero)
    story.policy.staleAfter = hour
    let found = story.decider.findStale(
      story.credential, among: story.book, now: Sample.start + Sample.day * 9)
    #expect(found == nil)
  }
}
