internal import CredentialCore
internal import Testing

@testable import CredentialMonitor

@Suite("By when a simulated user who left is told of")
struct SimulatedBoundTests {
  private typealias Runs = SimulationTests

  /// What keeps looks from being made, from being answered, or from being borne witness for, while it
  /// lasts. With any of these the bound counts from its end, which the tests of `missed` hold; with all
  /// others it is held as it stands.
  static let blocking: [SimulatedFault: String] = [
    .outage: "no look is answered",
    .captivePortal: "no look is answered by the provider",
    .invalidClient: "every look is refused",
    .throttling: "half of the looks are refused",
    .lostAnswers: "half of the looks are not answered",
    .invalidGrant: "nobody is confirmed, so nobody bears witness",
    .staleReplica: "half of the looks at users who are gone are answered as if they were not",
    .wrongClock: "the clock is stepped: what was seen before proves nothing any more",
  ]

  static let unhindered = SimulatedFault.allCases.filter { blocking[$0] == nil }
  /// Of ten users four are refused in a row by a part of the provider that is as large: the next look
  /// that bears witness is several steps away.
  static let unhinderedTen = unhindered.filter { $0 != .shard40 }
  /// Among fewer than four users an answer that may mean anything is never held against one of them.
  static let unhinderedFew = unhindered.filter { $0 != .invalidRequest }

  @Test(
    "the bound is interval and confirm_after and one step of the pace; with the extra look spent the second one is the next day's"
  )
  func bound() {
    var policy = Runs.policy
    let timeline = { (users: Int) in
      Timeline(
        SimulationPlan(fault: .none, lasting: Runs.day, credentials: users, policy: policy),
        slower: .zero)
    }
    let many = timeline(1000)
    let step = Runs.day / 1000 + .seconds(7)
    let (long, now) = (Moment(milliseconds: 0), Moment(milliseconds: 1_000_000_000))
    #expect(many.due(leaving: now, issued: long) - now == Runs.day + Runs.hour * 20 + step)
    // A look that was asked for less than four hours ago is in the way of the one 20 hours after the
    // regular look, which may come at once.
    let recent = now - Runs.hour * 3
    #expect(many.due(leaving: now, issued: recent) - now == Runs.day * 2 + step)
    // Nobody bears witness: three looks on three days.
    let alone = timeline(1).due(leaving: now, issued: long) - now
    #expect(alone == Runs.day + Runs.hour * 40 + Runs.day + .seconds(7))
    policy.confirmAfter = Runs.hour
    policy.budgetPeriod = .zero
    #expect(
      timeline(1000).due(leaving: now, issued: recent) - now == Runs.day + Runs.hour + step)
  }

  @Test(
    "where no fault keeps looks from being made and answered, nobody is told of later",
    .timeLimit(.minutes(5)),
    arguments: Runs.Case.all(SimulatedBoundTests.unhindered, [1000], seeds: 1...1)
      + Runs.Case.all(SimulatedBoundTests.unhinderedTen, [10], seeds: 1...2))
  func inTime(_ run: SimulationTests.Case) async throws {
    let report = try await Runs.run(
      run.fault, for: Runs.day * 2, run.credentials, seed: run.seed, departures: 0.4)
    #expect(
      report.late == 0, "of \(report.left), the longest delay \(report.delayLongest as Any)")
    #expect(report.missed == 0)
    #expect(report.left > 0)
  }

  @Test(
    "nor of few, who have no witnesses", .timeLimit(.minutes(5)),
    arguments: Runs.Case.all(
      SimulatedBoundTests.unhinderedFew, [1, 3], seeds: 1...3))
  func few(_ run: SimulationTests.Case) async throws {
    let report = try await Runs.run(run.fault, for: Runs.day * 2, run.credentials, seed: run.seed)
    #expect(
      report.late == 0, "of \(report.left), the longest delay \(report.delayLongest as Any)")
    #expect(report.missed == 0)
  }

  @Test("in calm a user who leaves is logged out within that time, and the hook is run for each")
  func inCalm() async throws {
    let report = try await Runs.run(.none, for: Runs.day * 4, 4000, departures: 0.5)
    let longest = try #require(report.delayLongest)
    #expect(report.logOuts > 5 && report.missed == 0 && report.late == 0)
    #expect(longest <= Runs.day * 2 + .seconds(29), "\(longest)")
    #expect(report.hookRuns >= report.logOuts && report.wrongHookRuns == 0)
  }

  @Test(
    "where looks are kept from being made the count rises", .timeLimit(.minutes(5)),
    arguments: [SimulatedFault.outage, .throttling, .staleReplica])
  func blocked(_ fault: SimulatedFault) async throws {
    let report = try await Runs.run(fault, for: Runs.day * 3, 1000, departures: 1)
    #expect(report.late > 0)
  }
}
