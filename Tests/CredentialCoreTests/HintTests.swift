internal import CredentialCore
internal import Testing

@Suite("Decision: why a user is said to have gone")
struct HintTests {
  private let proof: Duration = .seconds(20 * 3600)
  private let deletion = PushNews.gone("ACCOUNT_DELETE", isDeletion: true)

  /// A user whose token was handed over long ago.
  private func story() -> Story {
    Story(Sample.credential(grants: [Self.grant(given: Sample.start - Sample.day)]))
  }

  private static func grant(given: Moment) -> Grant {
    var grant = Grant(client: Sample.web, epoch: Epoch(1), given: given)
    grant.status = .live
    grant.confirmed = Sample.start - Sample.day
    return grant
  }

  @Test("a deletion that was said turns nothing; looks that agree make it one")
  func deleted() {
    var story = story()
    story.push(deletion, after: .zero)
    #expect(story.last.asksForLook && story.credential.state == .authorized)
    story.hear(.dead(.notLinked), after: .seconds(60))
    #expect(story.credential.state == .authorized && story.published.isEmpty)
    story.hear(.dead(.notLinked), after: .seconds(60) + proof)
    #expect(story.credential.state == .notFound && story.credential.reason == .accountDeleted)
    #expect(story.published.map(\.action) == [.eraseAllowed])
    #expect(
      story.published.first?.evidence.summary.hasSuffix("said before: ACCOUNT_DELETE") == true)
    #expect(story.credential.grants.isEmpty)
  }

  @Test("another reason stays what the looks say, and is told beside them")
  func unlinked() {
    var story = story()
    story.push(.gone("UNLINK_FROM_APPS", isDeletion: false), after: .zero)
    story.hear(.dead(.notLinked), after: .seconds(60))
    story.hear(.dead(.notLinked), after: .seconds(60) + proof)
    #expect(story.credential.state == .revoked && story.credential.reason == .notLinked)
    #expect(story.published.map(\.action) == [.logOut])
    #expect(story.published.first?.evidence.summary.hasSuffix("UNLINK_FROM_APPS") == true)
  }

  @Test("a look that finds the user well refutes it")
  func refuted() {
    var story = story()
    story.push(deletion, after: .zero)
    story.hear(.authorized, after: .seconds(60))
    #expect(story.credential.hint == nil)
    story.hear(.dead(.notLinked), after: proof)
    story.hear(.dead(.notLinked), after: proof * 2)
    #expect(story.credential.state == .revoked && story.published.map(\.action) == [.logOut])
  }

  @Test("what was said more than a week before explains nothing")
  func old() {
    var story = story()
    story.push(deletion, after: .zero)
    story.hear(.dead(.notLinked), after: Sample.day * 7)
    story.hear(.dead(.notLinked), after: Sample.day * 7 + proof)
    #expect(story.credential.state == .revoked)
  }

  @Test("said after the revocation, another look that agrees makes it a deletion")
  func later() {
    var story = story()
    story.hear(.dead(.notLinked), after: .zero)
    story.hear(.dead(.notLinked), after: proof)
    #expect(story.credential.state == .revoked)
    story.push(deletion, after: proof + .seconds(60))
    story.hear(.dead(.notLinked), after: proof + Sample.day)
    #expect(story.credential.state == .notFound)
    #expect(story.published.map(\.action) == [.logOut, .eraseAllowed])
  }

  @Test("of a user who came back meanwhile nothing is kept")
  func returned() {
    var story = Story(Sample.credential(grants: [Self.grant(given: Sample.start)]))
    story.push(deletion, at: .zero - .seconds(60), after: .seconds(60))
    #expect(story.credential.hint == nil && story.last.asksForLook)
  }
}
