import CredentialCore
import Testing

@Suite("Pushes at 10, 1,000, 1 million and 50 million users, as the page on verdicts has them")
struct PushSizesTests {
  /// How many users there are, how many of them leave in a day, how many in an hour are let through
  /// once that is known.
  private static let rows: [(users: Int, leave: Int, limit: Int)] = [
    (10, 0, 50), (1_000, 0, 50), (1_000_000, 137, 57), (50_000_000, 6_850, 2_854),
  ]

  @Test(
    "when a provider pushes everybody by mistake, no more than an hour's number turn",
    arguments: rows)
  func flood(users: Int, leave: Int, limit: Int) {
    var book = ClientBook()
    let days = Tally.daysToLearn
    for day in (1...days).reversed() where leave > 0 {
      book.pushes.tally.note(
        Tally.Counts(turns: leave), at: Sample.start - Sample.day * day, isOrdinary: true)
    }
    #expect(book.pushes.limit(at: Sample.start) == (leave > 0 ? limit : 50))
    let story = Story(Sample.credential(grants: [Sample.grant(1)]))
    var turned = 0
    for number in 0..<min(users, 4_000) {
      let now = Sample.start + .milliseconds(number)
      let push = Sample.push(.conclusive(.consentWithdrawn), at: now)
      turned += story.decider.apply(push, to: story.credential, among: &book, now: now).events.count
    }
    #expect(turned == min(users, limit))
    #expect((book.pushes.brake == nil) == (users <= limit))
  }
}
