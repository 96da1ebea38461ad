internal import CredentialCore
import Testing

@Suite("Decision: an app goes to another team")
struct TransferTests {
  private let proof: Duration = .seconds(20 * 3600)

  private func policy(accepted: Moment?) -> ProviderPolicy {
    var policy = Sample.policy()
    policy.transfer = TransferTerms(target: "TEAM654321", accepted: accepted, canImport: true)
    return policy
  }

  private func story(accepted: Moment?, given: Moment? = nil) -> Story {
    var grant = Grant(client: Sample.web, epoch: Epoch(1), given: given)
    (grant.status, grant.confirmed) = (.live, Sample.start - Sample.day)
    return Story(Sample.credential(grants: [grant]), policy: policy(accepted: accepted))
  }

  @Test("a token of before that dies within the sixty days is no log-out, however often it is dead")
  func within() {
    for given in [nil, Sample.start - Sample.day * 30] {
      var story = story(accepted: Sample.start, given: given)
      for times in 0..<4 { story.hear(.dead(.tokenDead), after: proof * times) }
      #expect(story.credential.state == .transferred)
      #expect(story.credential.reason == .teamTransfer)
      #expect(story.published.map(\.action) == [Action.none])
    }
  }

  @Test("before the app was accepted, after the sixty days, and for a new token it is one")
  func without() {
    let days = [nil, Sample.start + Sample.day * 9, Sample.start - Sample.day * 60]
    for accepted in days {
      var story = story(accepted: accepted, given: Sample.start - Sample.day * 90)
      for times in 0..<2 { story.hear(.dead(.tokenDead), after: proof * times) }
      #expect(story.credential.state == .revoked, "\(String(describing: accepted))")
    }
    var new = story(accepted: Sample.start - Sample.day, given: Sample.start)
    for times in 0..<2 { new.hear(.dead(.tokenDead), after: proof * times) }
    #expect(new.credential.state == .revoked)
  }

  @Test("a new name transfers a user whose sessions may go on, and nobody who was revoked")
  func newName() {
    let decider = Decider(
      policies: [Sample.provider: policy(accepted: Sample.start)], hooks: [Sample.everything])
    func transfer(_ credential: Credential) -> Decision? {
      decider.transfer(
        credential, evidence: Evidence("new"), among: ClientBook(), now: Sample.start)
    }
    let moved = transfer(Sample.credential(grants: [Sample.grant(1)]))
    #expect(moved?.credential.state == .transferred)
    #expect(moved?.credential.grants.isEmpty == true)
    #expect(moved?.events.map(\.action) == [Action.none])
    #expect(moved?.nextLook == .never)
    let again = transfer(Sample.credential(.transferred, .teamTransfer, grants: []))
    #expect(again?.events.isEmpty == true)
    for state in [CredentialState.revoked, .notFound] {
      #expect(transfer(Sample.credential(state, .tokenDead, grants: [])) == nil)
    }
  }

  @Test(
    "the condition begins with the acceptance, is worse for the last days, and ends when all are mapped"
  )
  func deadline() {
    let terms = TransferTerms(target: "T", accepted: Sample.start, canImport: true)
    func standing(_ day: Int, _ unmapped: Int = 3) -> ConditionStanding {
      terms.standing(unmapped: unmapped, of: 10, at: Sample.start + Sample.day * day)
    }
    #expect(standing(-1).holds == nil && standing(-1).next == Sample.start)
    #expect(standing(0).holds == .transferOpen && standing(45).holds == .transferOpen)
    #expect(standing(0).detail == "3 of 10 users have no new name yet; 60 days are left")
    #expect(standing(46).holds == .transferEnding)
    #expect(standing(60).holds == .transferEnding)
    #expect(standing(60).detail.contains("the 60 days are over"))
    #expect(standing(46, 0).holds == nil && standing(70, 0).holds == nil)
  }
}
