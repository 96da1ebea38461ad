import Testing

@testable internal import CredentialCore

@Suite("The brake")
struct BrakeTests {
  private static func dead(_ isDead: Bool) -> Answer { isDead ? .dead(.tokenDead) : .authorized }

  @Test("Sticky shards of 1, 10 and 50 % of 1,000 users log nobody out", arguments: [10, 100, 500])
  func shards(sick: Int) {
    var town = Town(1000)
    let stride = 1000 / sick
    for _ in 0..<6 { town.day { number, _ in Self.dead(number % stride == 0) } }
    #expect(town.count(.authorized) == 1000)
    #expect(town.brake != nil && town.held == sick)
    #expect(town.published.isEmpty)
  }

  @Test("When the shard is well again the brake goes off by itself, and one who leaves is seen")
  func recovers() {
    var town = Town(1000)
    for _ in 0..<3 { town.day { number, _ in Self.dead(number % 10 == 0) } }
    #expect(town.brake != nil)
    town.day { _, _ in .authorized }
    #expect(town.brake == nil && town.count(.authorized) == 1000)
    for _ in 0..<3 { town.day { number, _ in Self.dead(number == 7) } }
    #expect(town.count(.revoked) == 1 && town.people[7].state == .revoked)
  }

  @Test("An outage of everybody that ends amid the second day logs nobody out")
  func outage() {
    var town = Town(1000)
    let end = Sample.start + .seconds(40 * 3600)
    for _ in 0..<5 { town.day { _, now in Self.dead(now < end) } }
    #expect(town.published.isEmpty && town.count(.authorized) == 1000)
    #expect(town.brake == nil)
  }

  @Test("Four of ten users failing are held; one or two are not taken for many")
  func small() {
    for (sick, turned) in [(1, 1), (2, 2), (3, 0), (4, 0)] {
      var town = Town(10)
      for _ in 0..<5 { town.day { number, _ in Self.dead(number < sick) } }
      #expect(town.count(.revoked) == turned, "\(sick)")
      #expect((town.brake != nil) == (turned == 0), "\(sick)")
    }
  }

  @Test("Those who really left are held until an administrator says so, then a fresh look decides")
  func released() {
    var town = Town(500)
    for _ in 0..<3 { town.day { number, _ in Self.dead(number < 60) } }
    #expect(town.count(.revoked) == 0 && town.held == 60)
    town.release()
    #expect(town.count(.revoked) == 0)
    town.day { number, _ in Self.dead(number < 60 && number >= 5) }
    #expect(town.people[..<5].allSatisfy { $0.state == .authorized })
    #expect(town.count(.revoked) == 55 && town.brake == nil, "somebody has looked at them")
  }

  @Test("Whatever was counted before, no more turn at once than the limit")
  func turns() {
    var policy = Sample.policy()
    policy.brake = BrakeLimits(minimum: 10, perHour: 20, perDay: 30)
    var town = Town(500, policy: policy)
    for _ in 0..<3 { town.day { number, _ in Self.dead(number < 100) } }
    town.takeBrakeOff()
    town.day { number, _ in Self.dead(number < 100) }
    #expect((1..<30).contains(town.count(.revoked)))
    #expect(town.brake != nil)
  }

  @Test("Late answers about tokens whose users have signed in meanwhile put no brake on")
  func signedInMeanwhile() {
    for isBack in [true, false] {
      var town = Town(10)
      for number in 0..<5 {
        if isBack { town.signIn(number) }
        town.look(at: number, .dead(.tokenDead), sentBefore: .seconds(1))
      }
      #expect((town.brake == nil) == isBack)
      #expect(town.people[0].grants[0].suspicion == nil || !isBack)
    }
  }

  @Test("People who leave at the usual rate are no reason to brake")
  func usual() {
    var town = Town(2000)
    for day in 0..<20 { town.day { number, _ in Self.dead(number < day * 2) } }
    #expect(town.brake == nil && town.held == 0)
    #expect(town.count(.revoked) >= 34)
  }

  @Test("In mode observe nothing is braked into silence: the brake is told and all is held")
  func observe() {
    var town = Town(100, policy: Sample.policy(.revoke, .observe))
    for _ in 0..<3 { town.day { number, _ in Self.dead(number < 50) } }
    #expect(town.brake != nil && town.held == 50 && town.published.isEmpty)
  }

  @Test(
    "The limits by the number of users",
    arguments: [(10, 3, 3), (1_000, 5, 5), (1_000_000, 1_000, 5_000), (50_000_000, 5_000, 5_000)])
  func limits(members: Int, hour: Int, day: Int) {
    for (count, width) in [(hour, 1), (day, 24)] {
      var standing = ClientStanding(members: members)
      for number in 1...count {
        #expect(standing.brake == nil, "\(number) of \(count) within \(width) h")
        let now = Sample.start + .seconds(3600) * width * (number - 1) / max(1, count)
        standing.tally.note(
          Tally.Counts(verdicts: members / 24 * width / count), at: now, isOrdinary: true)
        standing.count(
          CountedLook(isNegative: true, wasSuspected: false, opens: true, asked: now),
          limits: BrakeLimits(), at: now)
      }
      #expect(standing.brake?.count == count)
    }
  }
}
