internal import CredentialCore
import Testing

@Suite("What the grants of a client amount to")
struct ClientBookTests {
  @Test("Members are those once confirmed and not dead; each change is counted once")
  func members() {
    var book = ClientBook()
    let live = Sample.grant(1)
    book.count(
      [live, Sample.grant(2, .unproven), Sample.grant(3, client: Sample.phone)], before: [])
    #expect(book[Sample.web] == ClientStanding(members: 1))
    #expect(book[Sample.phone] == ClientStanding(members: 1))
    var suspected = live
    suspected.suspicion = Suspicion(
      state: .revoked, reason: .tokenDead, opened: Sample.start, confirmableFrom: Sample.start,
      evidence: Evidence("400 invalid_grant"))
    book.count([suspected], before: [live])
    #expect(book[Sample.web] == ClientStanding(members: 1, awaiting: 1))
    book.count([Sample.grant(1, .dead)], before: [suspected])
    #expect(book[Sample.web] == ClientStanding())
  }

  @Test("A user's own grant is none of the others")
  func others() {
    let three = ClientStanding(members: 3)
    #expect(three.hasWitnesses(for: Sample.grant(1, .unproven)))
    #expect(!three.hasWitnesses(for: Sample.grant(1)))
    #expect(ClientStanding(members: 4).hasWitnesses(for: Sample.grant(1)))
  }
}
