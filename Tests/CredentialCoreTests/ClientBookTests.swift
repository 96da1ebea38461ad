internal import CredentialCore
import Testing

@Suite("What the grants of a client amount to")
struct ClientBookTests {
  @Test("Members are those once confirmed and not dead; each change is counted once")
  func members() {
    var book = ClientBook()
    let live = Sample.grant(1)
    let user = Sample.credential(grants: [live])
    let more = Sample.credential(grants: [
      live, Sample.grant(2, .unproven), Sample.grant(3, client: Sample.phone),
    ])
    book.count(more, before: nil)
    #expect(book[Sample.web] == ClientStanding(members: 1))
    #expect(book[Sample.phone] == ClientStanding(members: 1))
    var suspected = live
    suspected.suspicion = Suspicion(
      state: .revoked, reason: .tokenDead, opened: Sample.start, confirmableFrom: Sample.start,
      evidence: Evidence("400 invalid_grant"))
    let doubted = Sample.credential(grants: [suspected])
    book.count(doubted, before: user)
    #expect(book[Sample.web] == ClientStanding(members: 1, awaiting: 1, suspected: 1))
    book.count(Sample.credential(grants: [Sample.grant(1, .dead)]), before: doubted)
    #expect(book[Sample.web] == ClientStanding())
  }

  @Test(
    "A stale user is counted once, with the client of the newest token, until confirmed or gone")
  func stale() {
    var book = ClientBook()
    var user = Sample.credential(grants: [
      Sample.grant(1), Sample.grant(2, client: Sample.phone),
    ])
    book.count(user, before: nil)
    let before = user
    user.staleSince = Sample.start
    book.count(user, before: before)
    #expect(book[Sample.web].stale == 0 && book[Sample.phone].stale == 1 && book.stale == 1)
    var fewer = user
    fewer.grants.removeLast()
    book.count(fewer, before: user)
    #expect(book[Sample.web].stale == 1 && book[Sample.phone].stale == 0)
    book.count(nil, before: fewer)
    #expect(book.stale == 0)
  }

  @Test("A user's own grant is none of the others")
  func others() {
    let three = ClientStanding(members: 3)
    #expect(three.hasWitnesses(for: Sample.grant(1, .unproven)))
    #expect(!three.hasWitnesses(for: Sample.grant(1)))
    #expect(ClientStanding(members: 4).hasWitnesses(for: Sample.grant(1)))
  }
}
