internal import CredentialCore
import Testing

@Suite("Canaries")
struct CanaryTests {
  private static let gone = Answer.dead(.tokenDead)

  private func subjects(_ numbers: [Int]) -> [Subject] {
    numbers.map { Subject(validBytes: Array("\($0)".utf8)) }
  }

  /// Two hundred users, of whom these are canaries.
  private func town(_ canaries: [Int]) -> Town {
    var policy = Sample.policy()
    policy.canaries = subjects(canaries)
    return Town(200, policy: policy)
  }

  private func days(_ count: Int, _ town: inout Town, dead: Set<Int>) {
    for _ in 0..<count { town.day { number, _ in dead.contains(number) ? Self.gone : .authorized } }
  }

  @Test(
    "At least two, and more than half of those looked at, freeze all verdicts",
    arguments: [
      ([0], [0], false), ([0, 1], [0], false), ([0, 1], [0, 1], true), ([0, 1, 2], [0], false),
      ([0, 1, 2], [1, 2], true), ([0, 1, 2, 3], [0, 1], false), ([0, 1, 2, 3], [0, 1, 2], true),
      ([0, 1, 2, 900, 901], [0, 1], true),
    ])
  func majority(canaries: [Int], dead: [Int], freezes: Bool) {
    var town = town(canaries)
    days(3, &town, dead: Set(dead + [7]))
    #expect(town.book.mostFail(of: subjects(canaries)) == freezes)
    #expect((town.book.frozenSince != nil) == freezes)
    #expect(Set(town.book.failing(of: subjects(canaries))) == Set(subjects(dead)))
    #expect(town.people[7].state == (freezes ? .authorized : .revoked))
    #expect(town.brake == nil && town.held == (freezes ? dead.count + 1 : 0))
  }

  @Test("A canary is judged like anybody: one who left is logged out, and fails from then on")
  func ordinary() {
    var town = town([0, 1, 2])
    days(12, &town, dead: [0])
    #expect(town.people[0].state == .revoked && town.people[0].grants.isEmpty)
    #expect(town.book.failing(of: subjects([0, 1, 2])) == subjects([0]))
  }

  @Test("When they are well again, what was kept back turns by a fresh look, or is forgotten")
  func thaws() {
    var town = town([0, 1, 2])
    days(3, &town, dead: [0, 1, 7, 8])
    #expect(town.count(.authorized) == 200 && town.held == 4)
    days(1, &town, dead: [7])
    #expect(town.book.frozenSince == nil)
    #expect(town.people[7].state == .revoked && town.count(.revoked) == 1)
    #expect(town.people[8].grants[0].suspicion == nil)
  }

  @Test("A freeze goes on however long it lasts, and turns nobody")
  func lasting() {
    var town = town([0, 1])
    days(30, &town, dead: [0, 1, 7])
    #expect(town.count(.revoked) == 0 && town.published.isEmpty)
    #expect(town.people[7].grants[0].suspicion?.hold?.cause == .brake)
  }

  @Test("A reload that names no canaries any more ends the freeze with the next look")
  func reload() {
    var town = town([0, 1])
    days(3, &town, dead: [0, 1, 7])
    town.policy.canaries = []
    days(1, &town, dead: [0, 1, 7])
    #expect(town.book.frozenSince == nil && town.people[7].state == .revoked)
  }

  @Test(
    "What teaches nothing neither mends nor breaks a canary; a refusal of any kind breaks it",
    arguments: Answer.lessons + [.isolated, .transferred, gone, .authorized])
  func answers(answer: Answer) {
    let isFailure = [.isolated, .transferred, .mismatched, Self.gone].contains(answer)
    var town = town([0])
    town.look(at: 0, answer)
    #expect(town.book.failing(of: subjects([0])).count == (isFailure ? 1 : 0))
    town.look(at: 0, Self.gone)
    town.look(at: 0, answer)
    #expect(town.book.failing(of: subjects([0])).count == (answer == .authorized ? 0 : 1))
  }

  @Test("Who is forgotten is no canary any more until enrolled again")
  func forgotten() {
    var town = town([0, 1])
    days(1, &town, dead: [0, 1])
    town.forget(0)
    #expect(town.book.canaries[subjects([0])[0]] == nil)
    #expect(!town.book.mostFail(of: subjects([0, 1])))
  }
}
