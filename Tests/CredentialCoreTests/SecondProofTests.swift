internal import CredentialCore
import Testing

@Suite("Decision: two proofs")
struct SecondProofTests {
  private let proof: Duration = .seconds(20 * 3600)

  @Test("The first dead answer changes no state, opens a suspicion and asks for a second look")
  func suspects() {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    let decision = story.hear(.dead(.tokenDead), after: .zero)
    #expect(story.credential.state == .authorized)
    #expect(decision.events.isEmpty)
    #expect(decision.nextLook == .at(Sample.start + proof))
    #expect(decision.notices.map(\.kind) == [.suspicionOpened])
  }

  @Test("A second dead answer in time revokes, says log_out and plans the look a day later")
  func revokes() {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.hear(.dead(.tokenDead), after: .zero)
    let decision = story.hear(.dead(.tokenDead), after: proof)
    #expect(story.credential.state == .revoked)
    #expect(story.credential.reason == .tokenDead)
    #expect(story.credential.grants.map(\.status) == [.dead])
    #expect(decision.nextLook == .at(Sample.start + proof + Sample.day))
    let event = decision.events.first
    #expect(decision.events.count == 1)
    #expect(event?.kind == .stateChanged && event?.action == .logOut)
    #expect(event?.oldState == .authorized && event?.newState == .revoked)
    #expect(event?.hooks == [HookName("all")])
    #expect(event?.undoes == nil)
  }

  @Test("A second dead answer too early counts for nothing")
  func tooEarly() {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.hear(.dead(.tokenDead), after: .zero)
    for _ in 0..<5 {
      let decision = story.hear(.dead(.tokenDead), after: proof - .milliseconds(1))
      #expect(decision.events.isEmpty)
      #expect(decision.nextLook == .at(Sample.start + proof))
    }
    #expect(story.credential.state == .authorized)
  }

  @Test("A live answer closes the suspicion: two new dead answers are needed after it")
  func closes() {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.hear(.dead(.tokenDead), after: .zero)
    story.hear(.authorized, after: .seconds(3600))
    #expect(story.credential.grants.first?.suspicion == nil)
    #expect(story.last.nextLook == .regular)
    story.hear(.dead(.tokenDead), after: proof)
    #expect(story.credential.state == .authorized)
    story.hear(.dead(.tokenDead), after: proof * 2)
    #expect(story.credential.state == .revoked)
  }

  @Test("Where a dead token only asks to sign in again, state is unknown and the token goes")
  func reauthenticates() {
    var story = Story(
      Sample.credential(grants: [Sample.grant(1)]), policy: Sample.policy(.reauthenticate))
    story.hear(.dead(.tokenDead), after: .zero)
    let decision = story.hear(.dead(.tokenDead), after: proof)
    #expect(story.credential.state == .unknown)
    #expect(story.credential.grants.isEmpty)
    #expect(decision.events.map(\.action) == [.reauthenticate])
    #expect(decision.nextLook == .never)
  }

  @Test("A transient answer at the second look keeps the suspicion and tries again a while later")
  func transientAtProof() {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.hear(.dead(.tokenDead), after: .zero)
    let decision = story.hear(.transient(retryAfter: nil), after: proof)
    #expect(decision.nextLook == .at(Sample.start + proof + .seconds(900)))
    story.hear(.dead(.tokenDead), after: proof + .seconds(900))
    #expect(story.credential.state == .revoked)
  }

  @Test("A token that was never seen alive proves nothing: unknown, never_confirmed")
  func neverConfirmed() {
    let story0 = Sample.credential(.unknown, .registered, grants: [Sample.grant(1, .unproven)])
    var story = Story(story0)
    story.hear(.dead(.tokenDead), after: .zero)
    let decision = story.hear(.dead(.tokenDead), after: proof)
    #expect(story.credential.state == .unknown)
    #expect(story.credential.reason == .neverConfirmed)
    #expect(story.credential.grants.isEmpty)
    #expect(decision.events.map(\.kind) == [.grantLost])
    #expect(decision.events.map(\.action) == [Action.none])
    #expect(decision.nextLook == .never)
  }

  @Test("A suspicion written under a clock that was years ahead begins anew")
  func wrongClock() {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.hear(.dead(.tokenDead), after: Sample.day * 3650)
    story.hear(.transient(retryAfter: nil), after: .zero)
    #expect(story.last.nextLook == .at(Sample.start + proof))
    story.hear(.dead(.tokenDead), after: proof)
    #expect(story.credential.state == .authorized)
    story.hear(.dead(.tokenDead), after: proof * 2)
    #expect(story.credential.state == .revoked)
  }

  @Test("A credential without grants, or of an unknown provider, is left as it is")
  func nothingToJudge() {
    var story = Story(Sample.credential(grants: []))
    let before = story.credential
    #expect(story.hear(.dead(.tokenDead), after: .zero).nextLook == .never)
    #expect(story.credential == before)
    var book = ClientBook()
    let decision = Decider(policies: [:], hooks: []).decide(
      Sample.observation(.dead(.tokenDead), at: Sample.start),
      on: Sample.credential(grants: [Sample.grant(1)]), among: &book, now: Sample.start)
    #expect(decision == Decision(unchanged: Sample.credential(grants: [Sample.grant(1)])))
  }
}
