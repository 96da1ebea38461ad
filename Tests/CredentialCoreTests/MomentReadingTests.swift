internal import CredentialCore
import Testing

@Suite("Moments as they are read")
struct MomentReadingTests {
  @Test(
    "an instant of RFC 3339 is read",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-11-30T04:05:06.789Z", 1_796_011_506_789),
      ("2026-11-30t13:05:06.789123+09:00", 1_796_011_506_789),
      ("2026-11-29T23:05:06.7-05:00", 1_796_011_506_700),
      ("2024-02-29T00:00:00Z", 1_709_164_800_000), ("1969-12-31T23:59:59Z", -1000),
    ])
  func instants(_ text: String, _ milliseconds: Int64) {
    #expect(Moment(rfc3339: text) == Moment(milliseconds: milliseconds))
  }

  @Test("what is printed is read as the same", arguments: [0, 951_782_400_000, 4_107_542_399_999])
  func roundTrip(_ milliseconds: Int64) {
    let moment = Moment(milliseconds: milliseconds)
    #expect(Moment(rfc3339: moment.rfc3339) == moment)
  }

  @Test(
    "all else is refused",
    arguments: [
      "", "2026-11-30", "2026-11-30T04:05:06", "2026-11-30 04:05:06Z", "2026-02-29T00:00:00Z",
      "2026-13-01T00:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T04:05:60Z",
      "2026-11-30T04:05:06.Z", "2026-11-30T04:05:06+9:00", "2026-11-30T04:05:06Zx", "yesterday",
      "２026-11-30T04:05:06Z",
    ])
  func refused(_ text: String) { #expect(Moment(rfc3339: text) == nil) }

  @Test("a duration is so long ago")
  func ago() {
    let now = Moment(milliseconds: 10_000_000)
    #expect(Moment("2h30m", before: now) == Moment(milliseconds: 1_000_000))
    #expect(Moment("1970-01-01T00:00:01Z", before: now) == Moment(milliseconds: 1000))
    #expect(Moment("-2h", before: now) == nil)
  }
}
