internal import CredentialCore
internal import CredentialStore
internal import Testing

@testable import CredentialMonitor

@Suite("What the rules make of a provider that goes wrong")
struct SimulationTests {
  static let day: Duration = .seconds(86_400)
  static let hour: Duration = .seconds(3600)

  /// The policy of kind `apple` by default.
  static let policy = ProviderPolicy(
    deadToken: .revoke, mode: .enforce, interval: day, confirmAfter: hour * 20,
    evidenceDay: hour * 20, budgetPeriod: day, looksPerSecond: 10, inFlight: 20,
    catchUp: 1.5, looksAfterRevocation: [day, day * 3, day * 7])

  static func run(
    _ fault: SimulatedFault, for lasting: Duration, _ credentials: Int, seed: UInt64 = 1,
    policy: ProviderPolicy = SimulationTests.policy, departures: Double = 0.03
  ) async throws -> SimulationReport {
    let store = MemoryStore()
    var simulation = Simulation(
      SimulationPlan(
        fault: fault, lasting: lasting, credentials: credentials, policy: policy, seed: seed,
        departures: departures),
      store: store)
    let report = try await simulation.run()
    await store.close()
    return report
  }

  /// One run that a test is about.
  struct Case: Sendable, CustomTestStringConvertible {
    let fault: SimulatedFault
    let credentials: Int
    let seed: UInt64
    var testDescription: String { "\(fault.rawValue), \(credentials) users, seed \(seed)" }

    static func all(_ faults: [SimulatedFault], _ sizes: [Int], seeds: ClosedRange<UInt64>)
      -> [Self]
    {
      faults.flatMap { fault in
        sizes.flatMap { size in
          seeds.map { Self(fault: fault, credentials: size, seed: $0) }
        }
      }
    }
  }

  static let stickyShards: [SimulatedFault] = [.shard1, .shard10, .shard40]
  static let others = SimulatedFault.allCases.filter {
    !stickyShards.contains($0) && $0 != .staleReplica
  }

  @Test(
    "whatever strikes all users alike, or none wrongly, logs nobody out who is there, and no user who left is missed",
    .timeLimit(.minutes(5)),
    arguments: Case.all(SimulationTests.others, [1, 3, 10], seeds: 1...3)
      + Case.all(SimulationTests.others, [1000], seeds: 1...1))
  func nobody(_ run: Case) async throws {
    let report = try await Self.run(run.fault, for: Self.day * 2, run.credentials, seed: run.seed)
    #expect(report.wrongLogOuts == 0, "\(report.firstWrong)")
    #expect(report.missed == 0)
    #expect(report.left > 0)
  }

  @Test(
    "users whom a part of the provider always calls dead are held before one is logged out",
    .timeLimit(.minutes(5)),
    arguments: Case.all(SimulationTests.stickyShards, [10, 1000], seeds: 1...2)
      + Case.all([.shard1], [5_000], seeds: 1...1))
  func partOfTheProvider(_ run: Case) async throws {
    let report = try await Self.run(run.fault, for: Self.day * 2, run.credentials, seed: run.seed)
    #expect(report.wrongLogOuts == 0, "\(report.firstWrong)")
    #expect(report.missed == 0)
    if run.credentials >= 1000 {
      #expect(report.heldWrongly > 0 && report.told.contains { $0.kind == .brakeOn })
    }
  }

  @Test(
    "fewer of them than put the brake on cannot be told from users who left: no more are logged out",
    .timeLimit(.minutes(5)), arguments: 1...4 as ClosedRange<UInt64>)
  func fewOfThem(_ seed: UInt64) async throws {
    let report = try await Self.run(.shard10, for: Self.day * 3, 30, seed: seed)
    #expect(report.wrongLogOuts <= 2, "\(report.firstWrong)")
  }

  @Test(
    "a copy that stands still costs at most 5 log-outs: as many in a day put the brake on, of up to a thousand users",
    .timeLimit(.minutes(5)),
    arguments: Case.all([.staleReplica], [10, 1000], seeds: 1...2))
  func replica(_ run: Case) async throws {
    let report = try await Self.run(run.fault, for: Self.day * 3, run.credentials, seed: run.seed)
    #expect(report.wrongLogOuts <= 5, "\(report.firstWrong)")
    #expect(report.missed == 0)
  }

  @Test(
    "a copy that stands still for less than confirm_after costs nobody who comes meanwhile a token",
    .timeLimit(.minutes(5)), arguments: 1...2 as ClosedRange<UInt64>)
  func newcomers(_ seed: UInt64) async throws {
    var policy = Self.policy
    policy.brake = BrakeLimits(minimum: 1_000, perHour: 1_000, perDay: 1_000)
    let report = try await Self.run(
      .staleReplica, for: Self.hour * 16, 2000, seed: seed, policy: policy, departures: 10)
    #expect(report.grantsLost == 0 && report.wrongLogOuts == 0, "\(report.firstWrong)")
    #expect(report.missed == 0)
  }

  @Test("with the brake out of reach the same part of the provider logs users out: the run tells")
  func oracle() async throws {
    var policy = Self.policy
    policy.brake = BrakeLimits(minimum: 1_000_000, perHour: 1_000_000, perDay: 1_000_000)
    let report = try await Self.run(.shard10, for: Self.day * 3, 200, policy: policy)
    #expect(report.wrongLogOuts > 5)
    #expect(report.firstWrong.first?.hasSuffix("400 invalid_grant") == true)
  }

  @Test("the only user is noticed by three looks on three days")
  func onlyUser() async throws {
    let report = try await Self.run(.none, for: Self.day * 2, 1)
    #expect(report.logOuts == 1 && report.missed == 0)
    #expect(try #require(report.delayLongest) <= Self.day + Self.hour * 40 + .seconds(60))
  }

  @Test("a user who leaves amid an outage is noticed within the promised time after its end")
  func amidOutage() async throws {
    let report = try await Self.run(.outage, for: Self.hour * 6, 10)
    #expect(report.logOuts == report.left && report.wrongLogOuts == 0)
    // A user who left before it was last confirmed long ago by then.
    #expect(
      Set(report.told.map(\.kind)).subtracting([.credentialsStale]) == [.providerUnreachable])
    #expect(report.during.sent < 100, "the breaker lets probes through only")
  }

  @Test("too many requests are told as that, not as an outage (F103)")
  func throttled() async throws {
    let report = try await Self.run(.throttling, for: Self.day, 1000)
    #expect(report.told.map(\.kind) == [.providerThrottled])
    #expect(report.during.mean < report.before.mean)
  }

  @Test(
    "no second holds more looks than the pace allows, whatever goes wrong (F099)",
    .timeLimit(.minutes(5)),
    arguments: [SimulatedFault.outage, .invalidGrant, .lostAnswers, .throttling])
  func neverFaster(_ fault: SimulatedFault) async throws {
    var policy = Self.policy
    policy.looksPerSecond = 0.5
    let report = try await Self.run(fault, for: Self.hour * 12, 1000, policy: policy)
    for looks in [report.before, report.during, report.after] { #expect(looks.mostInSecond <= 1) }
  }

  @Test(
    "after an outage each user is looked at once, not once for every look that was missed (F101)")
  func backlog() async throws {
    let report = try await Self.run(.outage, for: Self.day * 5, 1000)
    let days = Double(report.after.lasted.wholeMilliseconds) / 86_400_000
    #expect(Double(report.after.sent) <= 1000 * (days + 1.1))
    #expect(report.catchUp != nil)
  }

  @Test(
    "the busiest hour after a fault has at most 1.5 times the looks of the mean (F099, F101)",
    .timeLimit(.minutes(5)),
    arguments: [
      SimulatedFault.outage, .invalidClient, .invalidGrant, .throttling, .captivePortal,
      .wrongClock,
    ])
  func catchingUp(_ fault: SimulatedFault) async throws {
    let report = try await Self.run(fault, for: Self.day, 1000)
    let mean = 1000.0 / 24
    // Two looks more: an hour begins with what an idle time yields, and users come back.
    #expect(report.after.peak * 3600 <= 1.5 * mean + 2, "\(report.after.peak * 3600)")
    #expect(report.missed == 0)
  }

  @Test("equal plans have equal reports, another seed has another")
  func repeatable() async throws {
    let first = try await Self.run(.shard40, for: Self.hour * 6, 100, departures: 2)
    #expect(try await Self.run(.shard40, for: Self.hour * 6, 100, departures: 2) == first)
    let other = try await Self.run(.shard40, for: Self.hour * 6, 100, seed: 2, departures: 2)
    #expect(other.fields["looks"] != first.fields["looks"] || other.left != first.left)
  }
}
