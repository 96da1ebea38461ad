internal import CredentialCore
import Testing

@Suite("Schedule")
struct ScheduleTests {
  private let day = Sample.day

  private func id(_ number: Int) -> CredentialID {
    CredentialID(
      provider: Sample.provider, subject: Subject(validBytes: Array("user-\(number)".utf8)))
  }

  @Test("The phase of a credential is the same in every run")
  func stable() {
    #expect(Schedule.phase(of: Sample.id, interval: day) == .milliseconds(86_228_645))
  }

  @Test("Ten thousand credentials are spread evenly over the day")
  func even() {
    var hours = [Int](repeating: 0, count: 24)
    for number in 0..<10_000 {
      let phase = Schedule.phase(of: id(number), interval: day)
      #expect(phase >= .zero && phase < day)
      hours[Int(phase.wholeMilliseconds / 3_600_000)] += 1
    }
    let expected = 10_000.0 / 24
    let square = hours.reduce(0) {
      $0 + (Double($1) - expected) * (Double($1) - expected) / expected
    }
    // The 99.9 % point of chi-square with 23 degrees of freedom is 49.7.
    #expect(square < 49.7, "\(hours)")
  }

  @Test("A slot lies at the phase, not before what was asked, and less than an interval after it")
  func slots() {
    for number in 0..<200 {
      for milliseconds in [-1_000_000_007, -1, 0, 1_700_000_000_123] as [Int64] {
        let earliest = Moment(milliseconds: milliseconds)
        let slot = Schedule.slot(for: id(number), notBefore: earliest, interval: day)
        #expect(slot >= earliest && slot - earliest < day)
        let phase = Schedule.phase(of: id(number), interval: day).wholeMilliseconds
        #expect((slot.milliseconds - phase) % day.wholeMilliseconds == 0)
        #expect(Schedule.slot(for: id(number), notBefore: slot, interval: day) == slot)
      }
    }
  }

  @Test("The next look comes one whole interval after the last, never earlier")
  func next() {
    let last = Moment(milliseconds: 1_709_164_800_000)  // 2024-02-29T00:00:00Z
    for late in [Duration.zero, .seconds(3), day] {
      let next = Schedule.next(for: Sample.id, after: last, now: last + late, interval: day)
      #expect(next.rfc3339 == "2024-03-01T00:00:00.000Z")
    }
  }

  @Test("After a look that taught nothing the next is off by a little, and by another a day later")
  func evasion() {
    let times = (0..<200).map { number -> Duration in
      Schedule.evasion(of: id(number), failed: Sample.start, interval: day)
    }
    #expect(times.allSatisfy { $0 >= .zero && $0 < .seconds(3600) })
    #expect(Set(times).count > 190)
    let again = Schedule.evasion(of: id(1), failed: Sample.start, interval: day)
    #expect(again == times[1])
    #expect(Schedule.evasion(of: id(1), failed: Sample.start + day, interval: day) != again)
    #expect(
      Schedule.evasion(of: id(1), failed: Sample.start, interval: .seconds(240)) < .seconds(10))
    #expect(Schedule.evasion(of: id(1), failed: Sample.start, interval: .milliseconds(1)) == .zero)
  }

  @Test("After thirty days off everybody is looked at once within a day, spread (F099, F101)")
  func afterLongStop() {
    let now = Sample.start
    var hours = [Int](repeating: 0, count: 24)
    for number in 0..<2400 {
      let next = Schedule.next(for: id(number), after: now - day * 30, now: now, interval: day)
      #expect(next >= now && next < now + day)
      hours[Int((next - now).wholeMilliseconds / 3_600_000)] += 1
    }
    #expect((hours.min() ?? 0) > 50 && (hours.max() ?? 0) < 150, "\(hours)")
  }

  @Test("A last look in the far future is not believed")
  func wrongClock() {
    let next = Schedule.next(
      for: Sample.id, after: Sample.start + day * 3650, now: Sample.start, interval: day)
    #expect(next >= Sample.start && next < Sample.start + day)
  }

  @Test("Extreme times and intervals do not trap")
  func extremes() {
    for time in [Int64.min, .min + 1, -1, 0, .max] {
      let now = Moment(milliseconds: time)
      for interval in [Duration.zero, .milliseconds(1), day, .seconds(-5), .seconds(Int64.max)] {
        #expect(Schedule.slot(for: Sample.id, notBefore: now, interval: interval) >= now)
        for last in [Int64.min, 0, .max] {
          let next = Schedule.next(
            for: Sample.id, after: Moment(milliseconds: last), now: now, interval: interval)
          #expect(next >= now)
        }
      }
    }
  }
}
