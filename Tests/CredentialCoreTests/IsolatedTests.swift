internal import CredentialCore
import Testing

@Suite("Decision: isolated evidence")
struct IsolatedTests {
  /// A town whose first user is answered so on the days, while the others are well.
  private func town(_ answers: [Answer], of count: Int = 10) -> Town {
    var town = Town(count)
    for answer in answers { town.day { number, _ in number == 0 ? answer : .authorized } }
    return town
  }

  @Test("The third on the third day opens a suspicion, the fourth with witnesses proves it")
  func persists() {
    let two = town([.isolated, .isolated])
    #expect(two.people[0].grants[0].suspicion == nil)
    let three = town([.isolated, .isolated, .isolated])
    #expect(three.people[0].grants[0].suspicion?.proofs.count == 1)
    #expect(three.people[0].state == .authorized && three.people[0].lastAnswer == "isolated")
    let four = town([.isolated, .isolated, .isolated, .isolated])
    #expect(four.people[0].state == .revoked && four.people[0].reason == .tokenDead)
    #expect(four.published.map(\.evidence.summary) == ["400 isolated"])
  }

  @Test("Any number of them within two days is no evidence")
  func twoDays() {
    var town = town([.authorized])
    for _ in 0..<50 { town.look(at: 0, .isolated) }
    town.day { number, _ in number == 0 ? .isolated : .authorized }
    for _ in 0..<50 { town.look(at: 0, .isolated) }
    #expect(town.people[0].grants[0].isolated?.looks == 2)
    #expect(town.people[0].grants[0].suspicion == nil)
  }

  @Test("A success between them begins the count anew, a failure to learn does not")
  func success() {
    let often = town((0..<20).map { $0 % 3 == 2 ? .authorized : .isolated })
    #expect(often.published.isEmpty && often.people[0].grants[0].suspicion == nil)
    let failing = town((0..<8).map { $0 % 2 == 0 ? .isolated : .transient(retryAfter: nil) })
    #expect(failing.people[0].state == .revoked)
  }

  @Test("A dead answer and persisting isolated ones agree, as of a user who was deleted")
  func mixed() {
    #expect(town([.dead(.tokenDead), .isolated, .isolated]).people[0].state == .authorized)
    let deleted = town([.dead(.tokenDead), .isolated, .isolated, .isolated])
    #expect(deleted.people[0].state == .revoked)
  }

  @Test("Of one or two users it is never concluded, of three when the others are well")
  func few() {
    let forTenDays = Array(repeating: Answer.isolated, count: 10)
    for count in 1...2 { #expect(town(forTenDays, of: count).published.isEmpty, "\(count)") }
    #expect(town(forTenDays, of: 3).people[0].state == .revoked)
    var all = Town(3)
    for _ in 0..<10 { all.day { _, _ in .isolated } }
    #expect(all.published.isEmpty)
  }

  @Test("A token that never worked gathers no evidence")
  func unproven() {
    var story = Story(Sample.credential(grants: [Sample.grant(1, .unproven)]))
    for day in 0..<9 { story.hear(.isolated, after: Sample.day * day) }
    #expect(story.credential.grants.map(\.isolated) == [nil] && story.published.isEmpty)
  }

  @Test("Times from a clock that was years ahead count for nothing")
  func wrongClock() {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    for day in 3650..<3652 { story.hear(.isolated, after: Sample.day * day) }
    for day in 0..<2 { story.hear(.isolated, after: Sample.day * day) }
    #expect(story.credential.grants[0].isolated?.looks == 2)
    #expect(story.credential.grants[0].suspicion == nil)
  }

  @Test("What a hundredth of all users is answered says nothing about them; of three it does")
  func share() {
    for (sick, turned) in [(1, 1), (3, 3), (40, 0), (1000, 0)] {
      var town = Town(1000)
      for _ in 0..<6 { town.day { number, _ in number < sick ? .isolated : .authorized } }
      #expect(town.count(.revoked) == turned, "\(sick)")
      #expect(town.brake == nil)
    }
  }
}
