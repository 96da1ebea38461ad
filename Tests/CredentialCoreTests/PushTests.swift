import CredentialCore
import Testing

@Suite("Decision: what a verified push does")
struct PushTests {
  private let hour: Duration = .seconds(3600)
  private let minute: Duration = .seconds(60)

  /// One live token that was handed over a month ago.
  private func story(given: Duration = .seconds(-30 * 86_400)) -> Story {
    var grant = Grant(
      client: Sample.web, epoch: Epoch(1), given: Sample.start + given)
    grant.status = .live
    grant.confirmed = Sample.start - Sample.day * 2
    return Story(Sample.credential(grants: [grant]))
  }

  @Test("Consent that was withdrawn ends sessions at once, and every token is dead")
  func consent() {
    var story = story()
    story.credential.grants.append(Sample.grant(2, client: Sample.phone))
    story.credential.grants.append(Sample.grant(3, .unproven))
    let decision = story.push(.conclusive(.consentWithdrawn), after: .zero)
    #expect(story.credential.state == .revoked && story.credential.reason == .consentWithdrawn)
    #expect(decision.events.map(\.action) == [.logOut])
    #expect(story.credential.grants.map(\.status) == [.dead, .dead, .dead])
    #expect(decision.nextLook == .at(Sample.start + Sample.day))
    story.hear(.authorized, after: Sample.day)
    #expect(story.credential.state == .revoked && story.published.count == 1)
  }

  @Test("An account that was deleted may be erased, and its tokens are destroyed")
  func deletion() {
    var story = story()
    let decision = story.push(.conclusive(.accountDeleted), after: .zero)
    #expect(story.credential.state == .notFound && story.credential.grants.isEmpty)
    #expect(decision.events.map(\.action) == [.eraseAllowed] && decision.nextLook == .never)
  }

  @Test("A revoked user's account that is deleted is an event; a closer reason is none")
  func further() {
    var story = story()
    story.push(.conclusive(.accountDisabled), after: .zero)
    let since = story.credential.since
    let closer = story.push(.conclusive(.consentWithdrawn), after: hour)
    #expect(closer.events.isEmpty && closer.because?.rule == .reasonLearnt)
    #expect(story.credential.reason == .consentWithdrawn && story.credential.since == since)
    story.push(.conclusive(.accountDisabled), after: hour * 2)
    #expect(story.credential.reason == .consentWithdrawn)
    let deleted = story.push(.conclusive(.accountDeleted), after: hour * 3)
    #expect(deleted.events.map(\.oldState) == [.revoked])
    #expect(deleted.events.map(\.action) == [.eraseAllowed])
  }

  @Test("An old revocation that arrives late cannot touch a newer consent, a newer one can")
  func late() {
    var story = story()
    story.credential.signedIn = Sample.start
    let late = story.push(.conclusive(.consentWithdrawn), at: hour * -1, after: hour)
    #expect(late.because?.rule == .pushBeforeSignIn && !late.asksForLook)
    #expect(late.notices.map(\.kind) == [.pushPassedOver])
    #expect(story.credential.state == .authorized && story.published.isEmpty)
    story.push(.conclusive(.consentWithdrawn), at: hour * 2, after: hour * 2)
    #expect(story.credential.state == .revoked)
  }

  @Test("Within five minutes of the sign-in a look is asked for instead", arguments: [-5, 0, 5])
  func near(minutes: Int) {
    var story = story()
    story.credential.signedIn = Sample.start
    let decision = story.push(
      .conclusive(.accountDeleted), at: minute * minutes, after: hour)
    #expect(decision.because?.rule == .pushNearSignIn && decision.asksForLook)
    #expect(story.credential.state == .authorized && story.credential.lastPush == nil)
  }

  @Test("A token that was handed over later has a look decide, whoever handed it over")
  func registered() {
    var story = story(given: .zero)
    let older = story.push(.conclusive(.consentWithdrawn), at: hour * -1, after: hour)
    #expect(older.because?.rule == .pushAfterReturn && older.asksForLook)
    let newer = story.push(.conclusive(.consentWithdrawn), at: hour, after: hour)
    #expect(newer.events.map(\.newState) == [.revoked])
  }

  @Test("A push of before the newest one changes nothing, in whatever order they arrive")
  func order() {
    var story = story()
    story.push(.restored, at: hour * 2, after: hour * 2)
    let late = story.push(.conclusive(.accountDisabled), at: hour, after: hour * 3)
    #expect(late.because?.rule == .pushOlder && story.credential.state == .authorized)
    story.push(.signal(.sessionEnd), at: hour * 4, after: hour * 4)
    story.push(.conclusive(.consentWithdrawn), at: hour * 3, after: hour * 4)
    #expect(story.credential.state == .revoked)
  }

  @Test("A push about a time that is yet to come asks for a look, and may come again")
  func ahead() {
    var story = story()
    let decision = story.push(.conclusive(.accountDeleted), at: minute * 6, after: .zero)
    #expect(decision.because?.rule == .pushAhead && decision.asksForLook)
    #expect(!Rule.pushAhead.endsPush && story.credential.state == .authorized)
    story.push(.conclusive(.accountDeleted), at: minute * 6, after: minute)
    #expect(story.credential.state == .notFound)
  }

  @Test("A push confirms at once what a look has made suspected, without a witness")
  func suspected() {
    var story = story()
    story.othersAreWell = false
    story.hear(.dead(.tokenDead), after: .zero)
    let decision = story.push(.conclusive(.consentWithdrawn), after: hour)
    #expect(decision.events.map(\.reason) == [.consentWithdrawn])
    #expect(story.credential.grants.allSatisfy { $0.suspicion == nil })
  }

  @Test("An administrator takes it back; what was pushed before it then counts no more")
  func revert() throws {
    var story = story()
    story.credential.grants.append(Sample.grant(2, .unproven))
    let drafts = story.push(.conclusive(.consentWithdrawn), after: .zero).events
    let draft = try #require(drafts.first)
    story.credential.stateEvent = 7
    let event = Event(generation: "ab", sequence: 7, body: draft)
    let reverted = story.revert(event, after: hour)
    let decision = try #require(reverted)
    #expect(decision.events.map(\.undoes) == [7] && story.credential.state == .authorized)
    #expect(story.credential.grants.map(\.status) == [.live, .unproven])
    let again = story.push(.conclusive(.consentWithdrawn), at: .zero, after: hour * 2)
    #expect(again.because?.rule == .pushOlder && story.credential.state == .authorized)
  }

  @Test("Signals are events that leave the state as it is; who came back later is not meant")
  func signals() {
    var story = story(given: .zero)
    for signal in PushSignal.allCases {
      let told = story.push(.signal(signal), after: hour)
      #expect(told.events.map(\.kind) == [signal.kind])
      #expect(told.events.map(\.action) == [signal.action])
      let late = story.push(.signal(signal), at: minute * -1, after: hour)
      #expect(late.events.isEmpty == (signal.action > .none))
    }
    #expect(story.credential.state == .authorized && story.credential.lastPush == nil)
  }
}
