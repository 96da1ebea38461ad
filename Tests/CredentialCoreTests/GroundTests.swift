internal import CredentialCore
import Testing

@Suite("On what ground a decision was taken")
struct GroundTests {
  /// What happens to a user, and the rule that must be named for the last of it.
  struct Row: Sendable, CustomTestStringConvertible {
    let rule: Rule
    let situation: String
    let last: @Sendable () -> Decision?
    var testDescription: String { "\(rule.rawValue): \(situation)" }

    init(_ rule: Rule, _ situation: String, _ last: @escaping @Sendable () -> Decision?) {
      (self.rule, self.situation, self.last) = (rule, situation, last)
    }
  }

  @Test("Each decision names the rule or guard that took it", arguments: rows)
  func names(row: Row) {
    #expect(row.last()?.because?.rule == row.rule)
  }

  @Test("Every rule is one that some decision names, and has a sentence with known places")
  func complete() {
    #expect(Set(Self.rows.map(\.rule)) == Set(Rule.allCases))
    let time = Sample.start
    for rule in Rule.allCases {
      let ground = Ground(rule, since: time, until: time, detail: "x")
      let words = ground.words(at: time)
      #expect(words.last == "." && !words.contains("{") && !words.contains("?"), "\(words)")
    }
  }

  @Test("Words say how long it was and how long it must be")
  func words() {
    var story = Self.alone()
    story.hear(.dead(.tokenDead), after: .zero)
    story.hearOfOther(after: Self.second)
    let early = story.hear(.dead(.tokenDead), after: Self.hour * 14)
    #expect(
      early.because?.words(at: Sample.start + Self.hour * 14)
        == "Not counted as a further proof: 14 h after the one before, 20 h are needed.")
    let brake = Ground(.heldByBrake, since: Sample.start, detail: "hour_share")
    #expect(
      brake.words(at: Sample.start).contains(
        "on since 2023-11-14 22:13:20Z, as too many users would turn at once: too large a share of "
          + "the looks of an hour"))
    #expect(Ground(.tooEarly).words(at: Sample.start).contains("? after the one before"))
  }

  @Test(
    "Durations are told in their two largest units",
    arguments: [
      (0, "0 s"), (59, "59 s"), (3600, "1 h"), (50_700, "14 h 5 min"), (86_400, "1 day"),
      (180_000, "2 days 2 h"), (86_460, "1 day"),
    ])
  func durations(seconds: Int64, words: String) {
    #expect(Duration.seconds(seconds).words == words)
  }

  static let second: Duration = .seconds(1)
  static let hour: Duration = .seconds(3600)
  static let dead = Answer.dead(.tokenDead)

  /// One live token, nine others of its client, of whom the test tells.
  static func alone(_ policy: ProviderPolicy = Sample.policy(), members: Int = 10) -> Story {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]), policy: policy)
    story.othersAreWell = false
    story.book = ClientBook([Sample.web: ClientStanding(members: members)])
    return story
  }

  /// Suspected and witnessed once, and looked at again 20 hours later.
  static func twice(_ story: Story) -> Story {
    var story = story
    story.hear(dead, after: .zero)
    story.hearOfOther(after: second)
    story.hear(dead, after: hour * 20)
    return story
  }

  /// The same with its second witness, which leads to a verdict.
  static func judged(_ story: Story) -> Decision? {
    var story = twice(story)
    return story.hearOfOther(after: hour * 20 + second)
  }
}
