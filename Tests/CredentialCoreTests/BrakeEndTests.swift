import Testing

@testable internal import CredentialCore

@Suite("The end of the brake where few are suspected")
struct BrakeEndTests {
  private static func dead(_ isDead: Bool) -> Answer { isDead ? .dead(.tokenDead) : .authorized }

  @Test(
    "All of a small town fail for days; it ends when they are well again", arguments: [5, 10, 19])
  func smallTown(size: Int) {
    var town = Town(size)
    for _ in 0..<4 { town.day { _, _ in Self.dead(true) } }
    #expect(town.brake != nil)
    town.day { _, _ in .authorized }
    #expect(town.brake == nil && town.count(.authorized) == size && town.published.isEmpty)
  }

  @Test("A shard of twelve is well again; two who really left meanwhile are logged out then")
  func shard() {
    var town = Town(1000)
    for _ in 0..<3 { town.day { number, _ in Self.dead(number < 14) } }
    #expect(town.brake != nil && town.published.isEmpty)
    for _ in 0..<3 { town.day { number, _ in Self.dead(number < 2) } }
    #expect(town.brake == nil)
    #expect(town.count(.revoked) == 2 && town.people[..<2].allSatisfy { $0.state == .revoked })
  }

  @Test("Those who really left are as many as put it on: it stays on, whatever their number")
  func stays() {
    for (size, gone) in [(10, 3), (1000, 5), (1000, 19)] {
      var town = Town(size)
      for _ in 0..<8 { town.day { number, _ in Self.dead(number < gone) } }
      #expect(town.brake != nil && town.count(.revoked) == 0, "\(gone) of \(size)")
    }
  }

  @Test("Who was logged out earlier that day does not keep it on: nobody can find them well")
  func loggedOut() {
    var town = Town(1000)
    town.day { number, _ in Self.dead(number < 4) }
    town.day { number, _ in Self.dead(number < 4 || number == 10) }
    #expect(town.count(.revoked) == 4 && town.brake?.count == 5)
    #expect(town.brake?.opened == 1)
    town.day { number, _ in Self.dead(number < 4) }
    #expect(town.brake == nil && town.people[10].state == .authorized)
  }

  @Test(
    "Those whom a pause has kept for weeks are no part of a new trouble, which ends without them")
  func paused() {
    var standing = ClientStanding(members: 1000, suspected: 300)
    for _ in 0..<5 { standing.count(Self.opening, limits: BrakeLimits(), at: Sample.start) }
    #expect(standing.brake?.opened == 5)
    let well = CountedLook(isNegative: false, wasSuspected: true, opens: false, asked: Sample.start)
    for _ in 0..<3 { standing.count(well, limits: BrakeLimits(), at: Sample.start) }
    #expect(standing.brake == nil)
  }

  private static let opening = CountedLook(
    isNegative: true, wasSuspected: false, opens: true, asked: Sample.start)

  @Test("Suspected users who sign in anew or are forgotten keep it on no longer")
  func gone() {
    var suspected = Sample.grant(1)
    suspected.suspicion = Suspicion(
      state: .revoked, reason: .tokenDead, opened: Sample.start, confirmableFrom: Sample.start,
      evidence: Evidence("400"))
    let user = Sample.credential(grants: [suspected])
    let brake = Brake(since: Sample.start, limit: .hourCount, count: 3, opened: 3)
    var book = ClientBook([Sample.web: ClientStanding(members: 10, brake: brake)])
    let look = CountedLook(
      isNegative: false, wasSuspected: false, opens: false, asked: Sample.start)
    for next in [Sample.credential(grants: [Sample.grant(2)]), nil] {
      book.change(Sample.web) { $0.count(look, limits: BrakeLimits(), at: Sample.start) }
      #expect(book[Sample.web].brake != nil)
      book.count(next, before: user)
    }
    book.change(Sample.web) { $0.count(look, limits: BrakeLimits(), at: Sample.start) }
    #expect(book[Sample.web].brake == nil)
  }
}
