internal import CredentialCore
import Testing

@Suite("Decision: mode observe")
struct ObserveTests {
  private let proof: Duration = .seconds(20 * 3600)

  private func observed(_ deadToken: ProviderPolicy.DeadToken = .revoke) -> Story {
    Story(Sample.credential(grants: [Sample.grant(1)]), policy: Sample.policy(deadToken, .observe))
  }

  @Test(
    "A confirmed verdict is told once and kept back", arguments: ProviderPolicy.DeadToken.allCases)
  func withholds(deadToken: ProviderPolicy.DeadToken) {
    var story = observed(deadToken)
    story.hear(.dead(.tokenDead), after: .zero)
    let told = story.hear(.dead(.tokenDead), after: proof)
    #expect(told.notices.map(\.kind) == [.verdictWithheld])
    #expect(told.nextLook == .regular)
    for day in 2..<6 {
      let decision = story.hear(.dead(.tokenDead), after: Sample.day * day)
      #expect(decision.notices.isEmpty && decision.events.isEmpty)
    }
    #expect(story.credential.state == .authorized)
    #expect(story.published.isEmpty)
  }

  @Test("Going over to enforce turns nothing by itself: two new dead answers are needed")
  func reopens() {
    var story = observed()
    story.hear(.dead(.tokenDead), after: .zero)
    story.hear(.dead(.tokenDead), after: proof)
    story.policy.mode = .enforce
    let again = story.hear(.dead(.tokenDead), after: Sample.day * 2)
    #expect(story.credential.state == .authorized)
    #expect(again.notices.map(\.kind) == [.suspicionOpened])
    story.hear(.dead(.tokenDead), after: Sample.day * 3)
    #expect(story.credential.state == .revoked)
  }

  @Test("A live answer forgets a verdict that was kept back")
  func forgets() {
    var story = observed()
    story.hear(.dead(.tokenDead), after: .zero)
    story.hear(.dead(.tokenDead), after: proof)
    story.hear(.authorized, after: Sample.day * 2)
    #expect(story.credential.grants.first?.suspicion == nil)
  }

  @Test("A transfer is told once and kept back, and is no proof of a dead token")
  func transfer() {
    var story = observed()
    story.hear(.dead(.tokenDead), after: .zero)
    let told = story.hear(.transferred, after: .seconds(60))
    #expect(told.notices.map { $0.fields["state"] } == [.text("transferred")])
    #expect(story.hear(.transferred, after: .seconds(120)).notices.isEmpty)
    let doubt = story.hear(.dead(.tokenDead), after: proof * 2)
    #expect(doubt.notices.map(\.kind) == [.suspicionOpened])
    #expect(story.credential.state == .authorized)
  }

  @Test("A token that never worked is kept, told once, and given up once enforcement is on")
  func unproven() {
    let grant = Sample.grant(1, .unproven)
    var story = Story(
      Sample.credential(.unknown, .registered, grants: [grant]),
      policy: Sample.policy(.revoke, .observe))
    let told = story.hear(.dead(.tokenDead), after: .zero)
    #expect(told.notices.map { $0.fields["reason"] } == [.text("never_confirmed")])
    #expect(told.nextLook == .regular)
    #expect(story.hear(.dead(.tokenDead), after: Sample.day).notices.isEmpty)
    #expect(story.credential.grants.count == 1 && story.published.isEmpty)
    story.policy.mode = .enforce
    story.hear(.dead(.tokenDead), after: Sample.day * 2)
    #expect(story.credential.grants.isEmpty)
  }

  @Test("A dead token beside a live one is kept, and told once")
  func spokenFor() {
    var story = Story(
      Sample.credential(grants: [Sample.grant(1), Sample.grant(2, client: Sample.phone)]),
      policy: Sample.policy(.revoke, .observe))
    story.hear(.dead(.tokenDead), after: .zero)
    let told = story.hear(.dead(.tokenDead), after: proof)
    #expect(told.notices.map(\.kind) == [.verdictWithheld])
    #expect(told.notices.map { $0.fields["state"] } == [.text("authorized")])
    #expect(story.credential.grants.count == 2 && story.published.isEmpty)
  }

  @Test("A token that never worked does not keep another one's verdict waiting")
  func unprovenBeside() {
    var story = Story(
      Sample.credential(grants: [
        Sample.grant(1), Sample.grant(2, .unproven, client: Sample.phone),
      ]), policy: Sample.policy(.revoke, .observe))
    story.hear(.dead(.tokenDead), epoch: 2, after: .zero)
    story.hear(.dead(.tokenDead), after: .zero)
    let told = story.hear(.dead(.tokenDead), after: proof)
    #expect(told.notices.map { $0.fields["state"] } == [.text("revoked")])
    #expect(told.nextLook == .regular)
  }
}
