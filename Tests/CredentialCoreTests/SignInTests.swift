import CredentialCore
import Testing

@Suite("Decision: what a verified sign-in does")
struct SignInTests {
  private let hour: Duration = .seconds(3600)
  private let minute: Duration = .seconds(60)

  private func revoked(_ reason: Reason) -> Story {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    if reason == .tokenDead {
      story.credential = Sample.credential(.revoked, .tokenDead, grants: [Sample.grant(1, .dead)])
      story.credential.since = Sample.start
    } else {
      story.push(.conclusive(.consentWithdrawn), after: .zero)
      story.credential.stateEvent = 41
    }
    return story
  }

  @Test("A new user is authorized at once, and the token that came for the code is alive")
  func newUser() {
    var story = Story(Sample.credential(grants: []))
    let (decision, outcome) = story.decider.signIn(
      Sample.signIn(Sample.exchanged, at: Sample.start), epoch: Epoch(7), to: nil,
      among: story.book, now: Sample.start)
    story.keep(decision)
    #expect(outcome == .new && story.credential.state == .authorized)
    #expect(story.credential.signedIn == Sample.start)
    #expect(story.credential.grants.map(\.status) == [.live])
    #expect(story.credential.grants.map(\.confirmed) == [Sample.start])
    #expect(decision.events.map(\.newState) == [.authorized] && decision.nextLook == .regular)
  }

  @Test("Without a refresh token the user is authorized, and no look is planned")
  func noToken() {
    var story = Story(Sample.credential(grants: []))
    let (decision, outcome) = story.decider.signIn(
      Sample.signIn(nil, at: Sample.start), epoch: nil, to: nil, among: story.book,
      now: Sample.start)
    story.keep(decision)
    #expect(outcome == .new && story.credential.state == .authorized)
    #expect(story.credential.grants.isEmpty && decision.nextLook == .never)
    #expect(story.credential.lastConfirmed == Sample.start)
  }

  @Test("A token that the back end had is looked at at once, beside the one that works")
  func handedOver() {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    #expect(story.signIn(Sample.handedOver, after: .zero) == .existing)
    #expect(story.credential.grants.map(\.status) == [.live, .unproven])
    #expect(story.last.nextLook == .at(Sample.start) && story.published.isEmpty)
  }

  @Test("A token that came for a code takes the place of the client's older ones")
  func replaced() {
    let grants = [
      Sample.grant(1), Sample.grant(2, client: Sample.phone), Sample.grant(3, .unproven),
    ]
    var story = Story(Sample.credential(grants: grants))
    story.signIn(Sample.exchanged, after: .zero)
    #expect(story.credential.grants.map(\.epoch.number) == [2, 50])
  }

  @Test(
    "A sign-in later than the revocation brings the user back and names the event it undoes",
    arguments: [Reason.consentWithdrawn, .tokenDead])
  func returned(reason: Reason) {
    for token in [nil, Sample.exchanged, Sample.handedOver] {
      var story = revoked(reason)
      #expect(story.signIn(token, after: hour) == .returned)
      #expect(story.credential.state == .authorized)
      #expect(story.last.because?.rule == .signInReturned)
      #expect(story.last.events.map(\.undoes) == [41])
    }
  }

  @Test(
    "The same identity token again, from before the revocation, takes nothing back",
    arguments: [Reason.consentWithdrawn, .tokenDead])
  func replayed(reason: Reason) {
    for token in [nil, Sample.handedOver] {
      var story = revoked(reason)
      #expect(story.signIn(token, at: hour * -1, after: hour) == .existing)
      #expect(story.credential.state == .revoked && story.last.events.isEmpty)
      #expect(story.last.because?.rule == .signInOlder)
    }
  }

  @Test(
    "Within five minutes of the revocation only a token that is seen alive brings the user back")
  func near() {
    var alone = revoked(.consentWithdrawn)
    #expect(alone.signIn(nil, at: minute, after: minute) == .existing)
    #expect(alone.credential.state == .revoked && alone.last.because?.rule == .signInNear)
    var story = revoked(.consentWithdrawn)
    story.signIn(Sample.handedOver, at: minute, after: minute)
    #expect(story.credential.state == .revoked && story.last.nextLook == .at(Sample.start + minute))
    let proven = story.hear(.authorized, epoch: 50, after: minute * 2)
    #expect(story.credential.state == .authorized && proven.because?.rule == .signInProven)
    var exchanged = revoked(.consentWithdrawn)
    #expect(exchanged.signIn(Sample.exchanged, at: minute, after: minute) == .returned)
    #expect(exchanged.credential.state == .authorized)
  }

  @Test(
    "A look at a token from before the revocation brings nobody back, whoever signed in about then")
  func oldToken() {
    var story = revoked(.consentWithdrawn)
    story.signIn(nil, at: minute, after: minute)
    story.hear(.authorized, after: hour)
    #expect(story.credential.state == .revoked)
  }

  @Test(
    "A deleted account whose user signs in later is back; who was asked to sign in again is too")
  func others() {
    var deleted = Story(Sample.credential(grants: [Sample.grant(1)]))
    deleted.push(.conclusive(.accountDeleted), after: .zero)
    #expect(deleted.signIn(Sample.exchanged, after: hour) == .returned)
    var asked = Story(Sample.credential(.unknown, .tokenDead, grants: []))
    asked.credential.since = Sample.start
    #expect(asked.signIn(nil, at: hour * -1, after: hour) == .existing)
    #expect(asked.credential.state == .unknown)
    #expect(asked.signIn(nil, after: hour) == .returned)
    #expect(asked.credential.state == .authorized)
    var transferred = Story(Sample.credential(.transferred, .teamTransfer, grants: []))
    #expect(transferred.signIn(nil, after: hour) == .existing)
    #expect(transferred.credential.state == .authorized)
  }

  @Test("A push that is kept back is dropped by a sign-in later than it, and not by an older one")
  func heldPush() {
    var story = Story(
      Sample.credential(grants: [Sample.grant(1)]), policy: Sample.policy(.revoke, .observe))
    story.push(.conclusive(.consentWithdrawn), after: .zero)
    story.signIn(nil, at: minute, after: hour)
    #expect(story.credential.heldPush != nil)
    story.signIn(nil, after: hour)
    #expect(story.credential.heldPush == nil && story.credential.state == .authorized)
  }

  @Test("A revocation from before the sign-in that arrives later is dropped (F025)")
  func latePush() {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.signIn(Sample.exchanged, after: hour)
    let late = story.push(.conclusive(.consentWithdrawn), at: .zero, after: hour * 2)
    #expect(late.because?.rule == .pushBeforeSignIn && story.credential.state == .authorized)
    story.push(.conclusive(.consentWithdrawn), after: hour * 3)
    #expect(story.credential.state == .revoked)
  }

  @Test("A token that was doubted before the user signed in costs itself only; one after it counts")
  func doubted() {
    for isBefore in [true, false] {
      var story = Story(Sample.credential(grants: [Sample.grant(1)]))
      if !isBefore { story.signIn(nil, after: hour * -1) }
      story.hear(.dead(.tokenDead), after: .zero)
      if isBefore { story.signIn(nil, after: hour) }
      story.hear(.dead(.tokenDead), after: hour * 21)
      #expect(story.credential.state == (isBefore ? .authorized : .revoked))
      #expect(story.published.last?.kind == (isBefore ? .grantLost : .stateChanged))
    }
  }

  @Test("A caller that takes it for another user is refused")
  func subject() throws {
    var handover = SignInHandover()
    try handover.check(Sample.id.subject)
    handover.subject = try Subject("002")
    do throws(SignInRefusal) {
      try handover.check(Sample.id.subject)
      Issue.record("another user was taken")
    } catch { #expect(error.code == .invalidResponse) }
  }

  @Test("Every refusal says what to tell the user; one that passes is Busy")
  func refusals() {
    for code in SignInRefusal.Code.allCases {
      let error = OperationError(SignInRefusal(code, "it happened"))
      #expect(error.code.rawValue == code.rawValue)
      #expect(error.message == "it happened. Tell the user: \(code.forUser)")
    }
    let passing = OperationError(SignInRefusal(.failed, "no answer", isPassing: true))
    #expect(passing.code == .busy && passing.message.contains("hand the same sign-in over again"))
  }
}
