import Testing

@testable internal import CredentialCore

@Suite("The rules at 10, a thousand, a million and 50 million users")
struct SizesTests {
  private static let sizes = [10, 1_000, 1_000_000, 50_000_000]

  /// Members, and how many of every million looks are refused.
  private static let broken: [(Int, Int)] = [
    (10, 400_000), (1_000, 10_000), (1_000, 100_000), (1_000, 400_000), (1_000_000, 10_000),
    (1_000_000, 100_000), (1_000_000, 400_000), (50_000_000, 10_000), (50_000_000, 100_000),
    (50_000_000, 400_000),
  ]

  /// A client's standing after hours in which its users are looked at evenly, once a day, and a number
  /// of every million of looks opens a suspicion.
  private func standing(
    _ members: Int, hours: Int, perMillion: Int, limits: BrakeLimits = BrakeLimits()
  ) -> ClientStanding {
    var standing = ClientStanding(members: members)
    var (looks, opened) = (0, 0)
    for hour in 0..<hours {
      let due = members * (hour + 1) / 24
      let suspicions = Int(Double(due) * Double(perMillion) / 1_000_000)
      let now = Sample.start + .seconds(3600 * Int64(hour))
      let good = max(0, due - looks - (suspicions - opened))
      standing.tally.note(Tally.Counts(verdicts: good), at: now, isOrdinary: true)
      for _ in opened..<max(opened, suspicions) {
        guard standing.brake == nil else { return standing }
        let look = CountedLook(isNegative: true, wasSuspected: false, opens: true, asked: now)
        standing.count(look, limits: limits, at: now)
      }
      (looks, opened) = (due, suspicions)
    }
    return standing
  }

  @Test(
    "Five in a hundred a year leaving is no reason to brake, up to some 35 million",
    arguments: sizes)
  func ordinary(members: Int) {
    let background = standing(members, hours: 72, perMillion: 137)
    #expect((background.brake == nil) == (members < 35_000_000))
    let raised = BrakeLimits(perDay: 15_000)
    #expect(standing(members, hours: 72, perMillion: 137, limits: raised).brake == nil)
  }

  @Test("The condition of 50 million says which limit it was, and which key raises it")
  func which() throws {
    let brake = try #require(standing(50_000_000, hours: 24, perMillion: 137).brake)
    #expect(brake.limit == .dayCount && brake.count == 5_000)
    #expect(brake.limit.sentence.contains("brake_max_per_day"))
    for limit in Brake.Limit.allCases { #expect(limit.sentence.contains("brake_")) }
  }

  @Test(
    "A part of the provider that is broken for some is noticed before the first verdict could fall",
    arguments: broken)
  func shards(members: Int, perMillion: Int) {
    // Twenty hours pass from the first suspicion to the look that could confirm it.
    #expect(standing(members, hours: 20, perMillion: perMillion).brake != nil)
  }

  @Test("Among ten users one or two failing are no share; who really left is not kept")
  func ten() {
    for sick in 1...2 { #expect(standing(10, hours: 24, perMillion: sick * 100_000).brake == nil) }
    #expect(standing(10, hours: 24, perMillion: 300_000).brake?.count == 3)
  }

  @Test(
    "Verdicts that turn are bounded by the same numbers, whatever was counted before",
    arguments: sizes)
  func turns(members: Int) {
    var standing = ClientStanding(members: members)
    standing.tally.note(Tally.Counts(verdicts: members), at: Sample.start, isOrdinary: true)
    var turned = 0
    while turned < 10_000, !standing.keepsBack(limits: BrakeLimits(), at: Sample.start) {
      standing.countTurn(limits: BrakeLimits(), at: Sample.start)
      turned += 1
    }
    let most = [10: 2, 1_000: 4, 1_000_000: 999, 50_000_000: 4_999]
    #expect(turned == most[members])
  }
}
