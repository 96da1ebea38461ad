import CredentialCore
import Testing

@Suite("What a test of a provider finds")
struct ProbeReportTests {
  private let one = ClientID(validBytes: Array("one".utf8))
  private let two = ClientID(validBytes: Array("two".utf8))

  private func report(_ outcomes: [ProbeFinding], clock: ServerClock? = nil) -> ProbeReport {
    ProbeReport(
      address: "https://a", proxy: nil, clock: clock, clients: outcomes.count, outcomes: outcomes)
  }

  private func clock(ahead seconds: Int64) -> ServerClock {
    let server = Moment(milliseconds: 1_800_000_000_000)
    return ServerClock(server: server, received: server + .seconds(seconds))
  }

  @Test("all clients accepted: nothing is wrong")
  func well() {
    let report = report([
      ProbeFinding(.accepted, client: one, "400"), ProbeFinding(.accepted, client: two, "400"),
    ])
    #expect(report.isWell && report.findings.count == 2)
    #expect(!self.report([]).isWell)
  }

  @Test("a client refused beside an accepted one is unknown, and comes first")
  func unknownClient() {
    let report = report([
      ProbeFinding(.accepted, client: one, "400"),
      ProbeFinding(.identityRefused, client: two, "400"),
    ])
    #expect(!report.isWell)
    #expect(report.findings.map(\.code) == [.clientUnknown, .accepted])
    #expect(report.findings.map(\.client) == [two, one])
  }

  @Test("what all clients share is told once, of none by name")
  func shared() {
    let report = report([
      ProbeFinding(.identityRefused, client: one, "400"),
      ProbeFinding(.identityRefused, client: two, "400"),
    ])
    #expect(report.findings.map(\.code) == [.identityRefused])
    #expect(report.findings[0].client == nil)
  }

  @Test("a clock that is off comes first, with seconds and direction; a minute is no fault")
  func clocks() {
    let refused = [ProbeFinding(.identityRefused, client: one, "400")]
    let ahead = report(refused, clock: clock(ahead: 3600))
    #expect(ahead.findings.map(\.code) == [.clockAhead, .identityRefused])
    #expect(ahead.findings[0].detail == "it is 3600 s ahead of the server's")
    let behind = report([ProbeFinding(.accepted, client: one, "400")], clock: clock(ahead: -61))
    #expect(!behind.isWell && behind.findings.map(\.code) == [.clockBehind, .accepted])
    #expect(behind.findings[0].detail == "it is 61 s behind the server's")
    for seconds: Int64 in [-60, 0, 60] { #expect(!clock(ahead: seconds).isOff) }
  }

  @Test("every finding has a sentence, and what is wrong has a remedy")
  func table() {
    for code in ProbeCode.allCases {
      #expect(!code.title.isEmpty && !code.title.hasSuffix("."))
      #expect(code.isWell == code.remedy.isEmpty)
      #expect(code.isWell || code.remedy.hasSuffix(".") || code.remedy.hasSuffix("HOST."))
    }
    #expect(Set(ProbeCode.allCases.map(\.title)).count == ProbeCode.allCases.count)
  }
}
