internal import CredentialCore
internal import Testing

@testable import CredentialMonitor

@Suite("What a simulated administrator is told")
struct SimulatedConditionsTests {
  private typealias Runs = SimulationTests

  @Test("one canary that is dead is told of, and verdicts go on", .timeLimit(.minutes(5)))
  func oneCanary() async throws {
    let report = try await Runs.run(.failingCanary, for: Runs.day * 2, 1000, departures: 0.4)
    #expect(report.told.map(\.kind) == [.canaryFailing])
    #expect(report.wrongLogOuts == 0 && report.heldRightly == 0 && report.logOuts > 1)
  }

  @Test("when most canaries are refused every verdict is kept back until they are well")
  func mostCanaries() async throws {
    let report = try await Runs.run(.failingCanaries, for: Runs.day * 2, 1000)
    #expect(report.told.map(\.kind) == [.canaryFailing, .verdictsFrozen])
    #expect(report.wrongLogOuts == 0 && report.missed == 0)
    #expect(report.heldRightly > 0)
    // The canaries themselves.
    #expect(report.heldWrongly == 2)
  }

  @Test("users whom an outage of days keeps from being confirmed are told of as stale")
  func stale() async throws {
    let report = try await Runs.run(.outage, for: Runs.day * 4, 100)
    #expect(report.stale > 50)
    let kinds = report.told.map(\.kind)
    #expect(kinds == [.providerUnreachable, .credentialsStale])
    let short = try await Runs.run(.outage, for: Runs.day, 100)
    #expect(short.stale == 0)
  }

  @Test("a clock an hour ahead is told of, and was stepped twice; nobody is stale by that")
  func clock() async throws {
    let report = try await Runs.run(.wrongClock, for: Runs.day, 100)
    #expect(report.clockSteps == 2 && report.stale == 0)
    #expect(report.told.map(\.kind) == [.clockWrong])
  }

  @Test("each log-out has the hook run, one in ten once more; one that was undone has not")
  func hook() async throws {
    var policy = Runs.policy
    policy.looksAfterRevocation = []
    policy.brake = BrakeLimits(minimum: 1_000_000, perHour: 1_000_000, perDay: 1_000_000)
    let report = try await Runs.run(.none, for: Runs.day * 60, 100, policy: policy, departures: 6)
    #expect(report.hookRuns + report.supersededHooks >= report.logOuts && report.logOuts > 20)
    #expect(report.hookRuns > report.logOuts)
  }
}
