internal import CredentialCore
import Testing

@Suite("Moment and durations")
struct MomentTests {
  private static let dates: [(Int64, String)] = [
    (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
    (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    (4_107_456_000_000, "2100-02-28T00:00:00.000Z"),
    (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
    (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
  ]

  @Test("A time is written in RFC 3339, leap days and times before 1970 too", arguments: dates)
  func writes(milliseconds: Int64, text: String) {
    #expect(Moment(milliseconds: milliseconds).rfc3339 == text)
  }

  @Test("The ends of the range are written and computed with, without a trap")
  func extremes() {
    let (least, most) = (Moment(milliseconds: .min), Moment(milliseconds: .max))
    #expect(least.rfc3339.hasPrefix("-29227") && most.rfc3339.hasPrefix("29227"))
    #expect(most + .seconds(1) == most && least - .seconds(1) == least)
    #expect(most + .seconds(Int64.max) == most && least + .seconds(Int64.min) == least)
    #expect(least - .seconds(Int64.max) == least && most - .seconds(Int64.min) == most)
    #expect((most - least).wholeMilliseconds == .max)
    #expect((least - most).wholeMilliseconds == .min)
    #expect(Moment.distantPast == least)
  }

  @Test("A duration is clamped to 64 bits of milliseconds")
  func clamps() {
    for seconds in [Int64.max, 9_223_372_036_854_775] {
      let most = Duration(
        secondsComponent: seconds, attosecondsComponent: 999_000_000_000_000_000)
      #expect(most.wholeMilliseconds == .max)
    }
    #expect(Duration.seconds(Int64.min).wholeMilliseconds == .min)
    #expect(Duration.nanoseconds(1_999_999).wholeMilliseconds == 1)
    #expect(Duration.nanoseconds(-1_999_999).wholeMilliseconds == -1)
  }

  @Test("A duration is rounded towards zero to milliseconds, up to days and beyond")
  func rounds() {
    for milliseconds in [0, 1, 999, 86_400_000, 302_231_454, 302_231_455, 31_557_600_000] {
      let whole = Duration.milliseconds(Int64(milliseconds))
      #expect(whole.wholeMilliseconds == Int64(milliseconds))
      #expect((whole + .nanoseconds(999_999)).wholeMilliseconds == Int64(milliseconds))
      #expect((.zero - whole - .nanoseconds(999_999)).wholeMilliseconds == -Int64(milliseconds))
    }
  }

  private static let accepted: [(String, Int64)] = [
    ("30s", 30_000), ("1h30m", 5_400_000), ("24h", 86_400_000), ("200d", 17_280_000_000),
    ("500ms", 500), ("1d2h3m4s5ms", 93_784_005), ("0s", 0), ("007s", 7000),
    ("36500d", 3_153_600_000_000), ("90m", 5_400_000),
  ]

  @Test("A duration with units is read, up to a hundred years (F113)", arguments: accepted)
  func reads(text: String, milliseconds: Int64) {
    #expect(DurationText.duration(of: text) == .milliseconds(milliseconds))
  }

  @Test(
    "Anything else is refused (F113, F114)",
    arguments: [
      "", "30", "1.5h", "P1D", "30 S", "30S", "30m ", " 30m", "-1s", "+1s", "1ns", "1m1h", "1h1h",
      "h", "10000y", "3650000d", "36500d1ms", "9223372036854775807d", "99999999999999999999s",
      "1h-30m", "１s", "1\u{301}s", "1s\0", "1s\n",
    ])
  func refuses(text: String) {
    #expect(DurationText.duration(of: text) == nil)
  }

  @Test("A duration is written in a form that reads back the same")
  func roundTrips() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let duration = Duration.milliseconds(
        Int64.random(in: 0...3_153_600_000_000, using: &generator))
      #expect(DurationText.duration(of: DurationText.text(of: duration)) == duration)
    }
    #expect(DurationText.text(of: .seconds(5400)) == "1h30m")
    #expect(DurationText.text(of: .zero) == "0s" && DurationText.text(of: .seconds(-3)) == "0s")
  }
}
