import CredentialCore
import Support
import Testing

@testable import CredentialMonitor

@Suite("What answers say of the provider itself")
struct ProviderHealthTests {
  private func result(
    _ answer: Answer, _ subject: String, client: String = "c", at now: Moment = StoreWorld.at(.zero)
  ) -> LookResult {
    let look = Look(
      credential: StoreWorld.id(subject), client: ClientID(validBytes: Array(client.utf8)),
      epoch: Epoch(1), token: Secret([]), purpose: .scheduled, claimed: now)
    return StoreWorld.result(look, answer, at: now)
  }

  /// The conditions that hold after these answers, told one by one.
  private func conditions(after answers: [(Answer, String)]) -> Set<ConditionKind> {
    conditions(after: answers.map { result($0.0, $0.1) })
  }

  private func conditions(after results: [LookResult]) -> Set<ConditionKind> {
    var health = ProviderHealth()
    var holding: Set<ConditionKind> = []
    for result in results {
      for change in health.note([result]) {
        switch change {
        case .begin(let kind, _): holding.insert(kind)
        case .end(let kind): holding.remove(kind)
        }
      }
    }
    return holding
  }

  private func result(_ answer: Answer, _ subject: String, ahead: Duration) -> LookResult {
    let plain = result(answer, subject)
    return LookResult(
      look: plain.look, answer: answer, mayHaveBeenSent: true, answered: plain.answered,
      evidence: plain.evidence,
      clock: ServerClock(server: plain.answered, received: plain.answered + ahead))
  }

  @Test("a clock that is off is told with the refusal it leads to, else with the second answer")
  func clock() {
    let hour: Duration = .seconds(3600)
    let refused = result(.misconfigured, "a", ahead: hour)
    #expect(conditions(after: [refused]) == [.clockWrong])
    #expect(conditions(after: [refused, refused]) == [.clockWrong, .providerMisconfigured])
    let accepted = result(.authorized, "a", ahead: .zero - hour)
    #expect(conditions(after: [accepted]) == [])
    #expect(conditions(after: [accepted, result(.authorized, "b"), accepted]) == [.clockWrong])
    let right = result(.authorized, "a", ahead: .seconds(60))
    #expect(conditions(after: [accepted, accepted, right]) == [])
    #expect(conditions(after: [accepted, right, accepted, right]) == [])
    var health = ProviderHealth()
    #expect(
      health.note([refused]).first
        == .begin(.clockWrong, detail: "it is 3600 s ahead of the server's"))
  }

  @Test("once the clock is right again, the refusals that it explained are not told any more")
  func mendedClock() {
    var (health, board, told) = (ProviderHealth(), Conditions(), [Notice]())
    let (now, refused) = (StoreWorld.at(.zero), result(.misconfigured, "a", ahead: .seconds(3600)))
    for result in [refused, refused, result(.authorized, "a", ahead: .zero)] {
      for change in health.note([result]) {
        switch change {
        case .begin(let kind, let detail):
          told += board.begin(kind, subject: "apple", detail: detail, at: now)
        case .end(let kind): told += board.end(kind, subject: "apple", at: now)
        }
      }
    }
    #expect(told.map(\.kind) == [.conditionBegan, .conditionEnded])
    #expect(told.allSatisfy { $0.fields["condition"] == .text("clock_wrong") })
  }

  @Test("a token of a client that is not configured is told, whatever others are answered")
  func clientNotConfigured() {
    let told = [(Answer.clientNotConfigured, "a"), (.authorized, "b")]
    #expect(conditions(after: told) == [.clientNotConfigured])
  }

  private static let odd: [Answer] = [.isolated, .mismatched]

  @Test("one user's odd answers, however many, are no condition of the provider", arguments: odd)
  func oneUser(answer: Answer) {
    #expect(conditions(after: Array(repeating: (answer, "a"), count: 500)) == [])
    let two = (0..<500).map { (answer, $0 % 2 == 0 ? "a" : "b") }
    #expect(conditions(after: two) == [])
  }

  @Test("three users' odd answers amid good ones are no condition", arguments: odd)
  func amidGoodOnes(answer: Answer) {
    let answers = (0..<100).map { index -> (Answer, String) in
      index % 2 == 0 ? (answer, "u\(index % 6)") : (.authorized, "v\(index)")
    }
    #expect(conditions(after: answers) == [])
  }

  @Test("when four of five answers are odd, of three users, it is; and good ones end it")
  func widespread() {
    let bad = (0..<40).map { (Answer.isolated, "u\($0)") }
    #expect(conditions(after: bad) == [.providerMisconfigured])
    let good = (0..<11).map { (Answer.authorized, "v\($0)") }
    #expect(conditions(after: bad + good) == [])
    #expect(conditions(after: bad + good.prefix(5)) == [.providerMisconfigured])
  }

  @Test("a client that is refused is seen though the looks of another go well, and ends by itself")
  func perClient() {
    for answer in [Answer.misconfigured, .isolated] {
      let mixed = (0..<80).map { index in
        index % 2 == 0
          ? result(answer, "u\(index)", client: "broken")
          : result(.authorized, "v\(index)", client: "well")
      }
      #expect(conditions(after: mixed) == [.providerMisconfigured], "\(answer)")
      let mended = (0..<20).map { result(.authorized, "u\($0)", client: "broken") }
      #expect(conditions(after: mixed + mended) == [], "\(answer)")
    }
  }

  @Test("a refusal of our identity is one at the second in a row, and not with a success between")
  func identity() {
    #expect(
      conditions(after: [(.misconfigured, "a"), (.misconfigured, "a")])
        == [.providerMisconfigured])
    #expect(
      conditions(after: [(.misconfigured, "a"), (.authorized, "b"), (.misconfigured, "a")]) == [])
  }

  /// How often the begin and the end of an unreachable provider are told over answers a second apart
  /// and an hour without any, and what then holds.
  private func told(_ answers: [Answer], each pace: Duration = .seconds(1)) -> [String] {
    var (health, board, told) = (ProviderHealth(), Conditions(), [Notice]())
    var now = StoreWorld.at(.zero)
    for (number, answer) in answers.enumerated() {
      for change in health.note([result(answer, "u\(number)", at: now)]) {
        switch change {
        case .begin(let kind, let detail):
          told += board.begin(kind, subject: "apple", detail: detail, at: now)
        case .end(let kind): told += board.end(kind, subject: "apple", at: now)
        }
      }
      now = now + pace
      told += board.turn(at: now)
    }
    return told.map { $0.kind == .conditionBegan ? "began" : "ended" }
  }

  private static let failed: Answer = .transient(retryAfter: nil)

  @Test("a provider that answers one look of four is unreachable all the while, told once")
  func partialOutage() {
    let part: [Answer] = [.authorized, Self.failed, Self.failed, Self.failed]
    let answers = Array(repeating: part, count: 500).flatMap { $0 }
    #expect(told(answers) == ["began"])
    #expect(told(answers, each: .milliseconds(10)) == ["began"])
    #expect(told(answers + Array(repeating: .authorized, count: 40)) == ["began", "ended"])
  }

  @Test("one that fails every other look after an outage stays unreachable")
  func half() {
    let outage = Array(repeating: Self.failed, count: 10)
    let answers = (0..<500).map { $0 % 2 == 0 ? Answer.authorized : Self.failed }
    #expect(told(outage + answers) == ["began"])
  }

  @Test("an outage ends though a look in fifty fails as ever")
  func background() {
    let outage = Array(repeating: Self.failed, count: 100)
    let answers = (0..<500).map { $0 % 50 == 49 ? Self.failed : Answer.authorized }
    #expect(told(outage + answers, each: .milliseconds(100)) == ["began", "ended"])
  }

  @Test("with one user a day, the first success ends it")
  func oneUserADay() {
    let outage = Array(repeating: Self.failed, count: 5)
    let later: [Answer] = [.authorized, .authorized, Self.failed, .authorized]
    #expect(told(outage + [.authorized], each: .seconds(86_400)) == ["began", "ended"])
    #expect(told(outage + later, each: .seconds(86_400)) == ["began", "ended"])
  }
}
