internal import CredentialCore
import Testing

@Suite("Look budget")
struct LookBudgetTests {
  private let start = Sample.start
  private let day = Sample.day

  @Test("One scheduled look a day, and one more for a confirmation or a check, then none")
  func two() {
    var budget = LookBudget()
    #expect(budget.charge(.scheduled, at: start, period: day) == .granted(.scheduled))
    let noon = start + .seconds(43_200)
    #expect(budget.charge(.scheduled, at: noon, period: day) == .refused(until: start + day))
    #expect(budget.charge(.confirmation, at: noon, period: day) == .granted(.extra))
    #expect(budget.charge(.manual, at: noon, period: day) == .refused(until: start + day))
    #expect(budget.charge(.scheduled, at: start + day, period: day) == .granted(.scheduled))
    #expect(
      budget.charge(.manual, at: start + day, period: day) == .refused(until: noon + day))
  }

  @Test("Random requests never get a third look in a rolling day", arguments: 0..<20)
  func neverThird(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (budget, now, granted) = (LookBudget(), start, [Moment]())
    for _ in 0..<2000 {
      now = now + .seconds(Int64.random(in: 0...30_000, using: &generator))
      let purpose = LookPurpose.allCases.randomElement(using: &generator) ?? .scheduled
      switch budget.charge(purpose, at: now, period: day) {
      case .granted: granted.append(now)
      case .refused(let until):
        #expect(until > now && until <= now + day)
        var later = budget
        #expect(later.charge(purpose, at: until, period: day) != .refused(until: until))
      }
    }
    #expect(granted.count > 500)
    for (first, third) in zip(granted, granted.dropFirst(2)) { #expect(third - first >= day) }
  }

  @Test("What surely never left is given back, and only that")
  func refunds() {
    var budget = LookBudget()
    _ = budget.charge(.scheduled, at: start, period: day)
    _ = budget.charge(.manual, at: start, period: day)
    budget.refund(.free)
    #expect(budget == LookBudget(scheduled: start, extra: start))
    budget.refund(.extra)
    #expect(budget.charge(.manual, at: start, period: day) == .granted(.extra))
    budget.refund(.scheduled)
    #expect(budget.charge(.scheduled, at: start, period: day) == .granted(.scheduled))
    #expect(budget.charge(.manual, at: start, period: day) == .refused(until: start + day))
  }

  @Test("A charge written under a clock far ahead is forgotten; one within a day still counts")
  func wrongClock() {
    var ahead = LookBudget(scheduled: start + day * 400, extra: start + day * 400)
    #expect(ahead.charge(.scheduled, at: start, period: day) == .granted(.scheduled))
    #expect(ahead.scheduled == start)
    var steppedBack = LookBudget(scheduled: start, extra: start)
    let earlier = start - .seconds(36_000)
    #expect(
      steppedBack.charge(.manual, at: earlier, period: day) == .refused(until: start + day))
  }

  @Test("Without a period every look is free and nothing is charged")
  func free() {
    var budget = LookBudget()
    for period in [Duration.zero, .seconds(-5)] {
      #expect(budget.charge(.scheduled, at: start, period: period) == .granted(.free))
    }
    #expect(budget == LookBudget())
  }

  @Test("Extreme times do not trap")
  func extremes() {
    for time in [Int64.min, 0, .max] {
      for charged in [Int64.min, 0, .max] {
        var budget = LookBudget(scheduled: Moment(milliseconds: charged))
        let verdict = budget.charge(.scheduled, at: Moment(milliseconds: time), period: day)
        #expect(verdict != .granted(.free))
      }
    }
  }
}
