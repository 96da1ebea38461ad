internal import HTTP
internal import Testing

@Suite("Retry-After")
struct RetryAfterTests {
  private func wait(_ value: String?, date: String? = nil) -> Duration? {
    var fields = [HTTPField("X", "y")]
    if let value { fields.append(HTTPField("retry-after", value)) }
    if let date { fields.append(HTTPField("Date", date)) }
    // 1994-11-06T08:49:37Z
    return HTTPResponse(status: 429, fields: fields, body: []).retryAfter(now: 784_111_777)
  }

  @Test("seconds, a date, blanks and huge numbers are understood")
  func understood() {
    #expect(wait("120") == .seconds(120))
    #expect(wait("  120 ") == .seconds(120))
    #expect(wait("31536000") == .seconds(31_536_000))
    #expect(wait("99999999999999999999999") == .seconds(9_999_999_999))
    #expect(wait("Sun, 06 Nov 1994 08:51:37 GMT") == .seconds(120))
    #expect(wait("Sun, 06 Nov 1994 08:00:00 GMT") == .zero)
  }

  @Test("a date is measured against the server's own clock when it tells it")
  func serverClock() {
    let wait = wait("Mon, 30 Nov 2026 05:01:00 GMT", date: "Mon, 30 Nov 2026 05:00:00 GMT")
    #expect(wait == .seconds(60))
  }

  @Test(
    "nonsense is no wait",
    arguments: [nil, "", "soon", "-5", "1.5", "Sun, 99 Nov 1994 1:1:1 GMT"])
  func nonsense(value: String?) {
    #expect(wait(value) == nil)
  }

  @Test("leap days and century years are counted")
  func dates() {
    #expect(HTTPDate.seconds(of: "Thu, 01 Jan 1970 00:00:00 GMT") == 0)
    #expect(HTTPDate.seconds(of: "Tue, 29 Feb 2000 12:00:00 GMT") == 951_825_600)
    #expect(HTTPDate.seconds(of: "Mon, 01 Mar 2100 00:00:00 GMT") == 4_107_542_400)
  }
}
