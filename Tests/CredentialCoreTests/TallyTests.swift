internal import CredentialCore
import Testing

@Suite("What looks said lately")
struct TallyTests {
  private let one = Tally.Counts(verdicts: 1, suspicions: 1)

  @Test("An hour counts in the hour, a day in the day, and then it is forgotten")
  func windows() {
    var tally = Tally()
    tally.note(one, at: Sample.start, isOrdinary: true)
    for (hours, hour, day) in [(0, 1, 1), (1, 1, 1), (2, 0, 1), (24, 0, 1), (26, 0, 0)] {
      let now = Sample.start + .seconds(3600) * hours
      #expect(tally.counts(.hour, at: now).verdicts == hour, "\(hours)")
      #expect(tally.counts(.day, at: now).verdicts == day, "\(hours)")
    }
  }

  @Test("The ordinary share is that of the days before, without those under the brake")
  func ordinary() {
    var tally = Tally()
    #expect(tally.ordinaryShare(at: Sample.start) == 0)
    for day in 0..<10 {
      let now = Sample.start + Sample.day * day
      #expect(day > 6 || tally.ordinaryShare(at: now) == 0, "too few days to learn from")
      tally.note(Tally.Counts(verdicts: 100, suspicions: 2), at: now, isOrdinary: true)
      tally.note(Tally.Counts(verdicts: 50, suspicions: 50), at: now, isOrdinary: false)
    }
    #expect(tally.ordinaryShare(at: Sample.start + Sample.day * 9) == 0.02)
    #expect(tally.ordinaryShare(at: Sample.start + Sample.day * 40) == 0)
  }

  @Test("However long it counts, it keeps a bounded number of slices; a wrong clock leaves none")
  func bounded() {
    var tally = Tally()
    tally.note(one, at: Sample.start + Sample.day * 3650, isOrdinary: true)
    for minute in 0..<40_000 {
      tally.note(one, at: Sample.start + .seconds(60) * minute, isOrdinary: true)
    }
    #expect(tally.slices(.hour).count == 13)
    #expect(tally.slices(.day).count == 25)
    #expect(tally.slices(.fortnight).count == 15)
  }
}
