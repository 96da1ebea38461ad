import CredentialCore
import Testing

@Suite("Conditions")
struct ConditionsTests {
  private var conditions = Conditions()
  private var now = Sample.start

  private mutating func begin(
    _ kind: ConditionKind = .providerThrottled, _ subject: String = "apple", detail: String = "d"
  ) -> [String] {
    conditions.begin(kind, subject: subject, detail: detail, at: now).map(\.outline)
  }

  private mutating func end(
    _ kind: ConditionKind = .providerThrottled, _ subject: String = "apple", isGone: Bool = false
  ) -> [String] {
    conditions.end(kind, subject: subject, isGone: isGone, at: now).map(\.outline)
  }

  private mutating func turn() -> [String] { conditions.turn(at: now).map(\.outline) }

  @Test(
    "Every condition has a title of its own and says what to do", arguments: ConditionKind.allCases)
  func table(kind: ConditionKind) {
    #expect(!kind.title.isEmpty && !kind.title.hasSuffix("."))
    #expect(!kind.remedy.isEmpty && kind.remedy != kind.title)
    #expect(ConditionKind.allCases.filter { $0.title == kind.title } == [kind])
    #expect(!kind.dependsOn.contains { $0.dependsOn.contains(kind) || $0 == kind })
  }

  @Test("A condition is told once when it begins and once when it ends, for each subject")
  mutating func toldOnce() {
    #expect(begin() == ["began provider_throttled apple"])
    #expect(begin().isEmpty)
    #expect(begin(.providerThrottled, "kakao") == ["began provider_throttled kakao"])
    #expect(conditions.current.map(\.subject) == ["apple", "kakao"])
    now = now + .seconds(90)
    #expect(end() == ["ended provider_throttled apple after 90 s"])
    #expect(end().isEmpty && end(.busLost, "").isEmpty)
    #expect(conditions.current.map(\.subject) == ["kakao"] && conditions.nextTurn == nil)
  }

  @Test("What is seen later is shown, and not told again")
  mutating func detail() {
    _ = begin(detail: "503")
    #expect(begin(detail: "no route").isEmpty)
    #expect(conditions.current.map(\.detail) == ["no route"])
  }

  @Test(
    "When the clock is stepped a condition has lasted for as long as it has",
    arguments: [-3600, 7200])
  mutating func stepped(seconds: Int) {
    _ = begin()
    now = now + .seconds(90 + seconds)
    conditions.noteStep(of: .seconds(seconds))
    #expect(conditions.current.map(\.since) == [now - .seconds(90)])
    #expect(end() == ["ended provider_throttled apple after 90 s"])
  }

  @Test("The begin of an error is logged as an error, that of a warning as a warning")
  mutating func levels() {
    let levels = [ConditionKind.storeBlocked, .hookOrphaned].map { kind in
      conditions.begin(kind, subject: "", detail: "", at: now).map(\.level)
    }
    #expect(levels == [[.error], [.warning]])
  }

  @Test("One that is over before it must be shown is never told")
  mutating func showsAfter() {
    #expect(begin(.hookRunnerLost, "").isEmpty && conditions.current.isEmpty)
    #expect(conditions.nextTurn == now + ConditionKind.hookRunnerLost.showsAfter)
    now = now + .seconds(1)
    #expect(end(.hookRunnerLost, "").isEmpty && conditions.nextTurn == nil)

    _ = begin(.hookRunnerLost, "")
    let since = now
    now = now + ConditionKind.hookRunnerLost.showsAfter
    #expect(turn() == ["began hook_runner_lost "])
    #expect(conditions.current.map(\.since) == [since])
  }

  @Test("What another condition explains is told only if it is left when that one ends")
  mutating func dependsOn() {
    _ = begin(.hookRunnerLost, "")
    now = now + .seconds(2)
    _ = turn()
    #expect(begin(.hookStopped, "log-out").isEmpty && begin(.hookStopped, "mail").isEmpty)
    #expect(conditions.current.map(\.kind) == [.hookRunnerLost])
    #expect(end(.hookStopped, "mail").isEmpty)
    #expect(
      end(.hookRunnerLost, "") == [
        "ended hook_runner_lost  after 2 s", "began hook_stopped log-out",
      ])
  }

  @Test("The condition of one provider explains nothing about another")
  mutating func otherSubject() {
    _ = begin(.providerNotConfigured, "apple")
    #expect(begin(.clientNotConfigured, "apple").isEmpty)
    #expect(begin(.clientNotConfigured, "apples") == ["began client_not_configured apples"])
  }

  @Test("While the brake is on it alone is told; who still lacks a witness after it, then")
  mutating func brakeExplainsControl() {
    let client = "apple com.example.app"
    #expect(begin(.brakeOn, client) == ["began brake_on \(client)"])
    #expect(begin(.controlMissing, client).isEmpty)
    let other = "apple com.example.web"
    #expect(begin(.controlMissing, other) == ["began control_missing \(other)"])
    #expect(conditions.current.map(\.kind) == [.brakeOn, .controlMissing])
    #expect(
      end(.brakeOn, client) == [
        "ended brake_on \(client) after 0 s", "began control_missing \(client)",
      ])
  }

  @Test("The end of an unreachable provider is told when it has lasted a moment, with its own time")
  mutating func endsAfter() {
    _ = begin(.providerUnreachable)
    now = now + .seconds(30)
    #expect(end(.providerUnreachable).isEmpty)
    #expect(conditions.current.count == 1)
    now = now + .seconds(5)
    #expect(begin(.providerUnreachable).isEmpty && conditions.nextTurn == nil)
    #expect(end(.providerUnreachable).isEmpty)
    now = now + .seconds(15)
    #expect(conditions.nextTurn == now)
    #expect(turn() == ["ended provider_unreachable apple after 35 s"])
    #expect(conditions.current.isEmpty && conditions.nextTurn == nil)
  }

  @Test("Taken out of the configuration, an unreachable provider is told of no moment longer")
  mutating func endsAtOnceWhenGone() {
    _ = begin(.providerUnreachable)
    #expect(end(.providerUnreachable, isGone: true).count == 1)
  }

  /// A provider that answers one of two, each second for a day, is not 86,400 lines.
  @Test("One that comes and goes is told at growing distances, and its end when it is really over")
  mutating func comesAndGoes() {
    var told: [String] = []
    for _ in 0..<43_200 {
      told += begin()
      now = now + .seconds(1)
      told += end()
      now = now + .seconds(1)
      told += turn()
    }
    #expect(told.count == 3 && conditions.current.count == 1)
    now = now + .seconds(3600)
    #expect(turn().count == 1 && conditions.current.isEmpty && conditions.nextTurn == nil)
  }

  @Test("One that comes back every other minute is told less and less often")
  mutating func flaps() {
    var told = 0
    for _ in 0..<720 {
      told += begin().count
      now = now + .seconds(1)
      told += end().count
      while let next = conditions.nextTurn, next <= now + .seconds(119) {
        now = next
        told += turn().count
      }
      now = now + .seconds(119)
    }
    #expect(told <= 10, "\(told) lines in a day")
  }

  @Test("An hour without it, and the next is as the first")
  mutating func forgets() {
    for _ in 0..<3 {
      _ = begin()
      _ = end()
      now = now + .seconds(60)
      _ = turn()
    }
    now = now + Conditions.memory * 2
    _ = turn()
    #expect(begin().count == 1 && end().count == 1)
  }

  @Test("When the provider is taken out of the configuration its conditions end at once")
  mutating func gone() {
    _ = begin()
    _ = end()
    _ = begin()
    #expect(end(isGone: true).count == 1 && conditions.current.isEmpty)
  }
}

extension Notice {
  /// The notice in a line.
  fileprivate var outline: String {
    func text(_ name: String) -> String {
      switch fields[name] {
      case .text(let text): text
      case .integer(let number): "\(number)"
      default: ""
      }
    }
    let what = "\(text("condition")) \(text("subject"))"
    return kind == .conditionBegan
      ? "began \(what)" : "ended \(what) after \(text("lasted_seconds")) s"
  }
}
