import CredentialCLI
import CredentialCore
import JSON
import Support
import Systemd
import Testing

@Suite("explain", .timeLimit(.minutes(5)))
struct ExplainTests {
  private func monitor(_ bus: PrivateBus) async throws -> StandInMonitor {
    var state = StandInMonitor.State()
    state.credentials = [
      Rows.credential("apple", "001.a", account: "bad\u{1B}[2J"), Rows.credential("kakao", "7"),
    ]
    return try await StandInMonitor(on: bus.address, state)
  }

  @Test("prints who, what happened, what comes next and what it would take, in lines of the width")
  func text() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    let run = await CommandRun.run(
      ["explain", "apple", "001.a"], bus: bus.address, environment: ["COLUMNS": "72"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(
      run.output == """
        apple/001.a (bad\\u{1b}[2J): authorized since 2026-11-30 04:05:06Z, reason confirmed
        last confirmed 2026-11-30 04:05:07Z, never looked at

        WHAT HAPPENED
        (3 older entries are not kept any more)
        (1 row cannot be read)
        2026-11-30 04:05:06Z  Signed in: the service handed over a token of app.
        2026-11-30 04:05:07Z  Looked (scheduled): 400 invalid_grant. Suspected;
                              a further look must agree, from
                              2026-12-01 00:05:07Z on, which is 20 h later.
                              \\u{1b}[2J
                              \(String(repeating: "x", count: 90))

        NEXT
        - The next look is due.

        WHAT WOULD CHANGE IT
        - First this.
        - Then that.

        CONDITIONS THAT HOLD NOW
        - provider_unreachable since 2026-11-30 04:05:06Z: The provider cannot
          be reached (503 text/html). Wait for it.

        """)
    await monitor.stop()
  }

  @Test("is one JSON document with the timeline beside the facts; times are times")
  func json() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    let run = await CommandRun.run(["explain", "kakao", "7", "--json"], bus: bus.address)
    let told = try #require(try run.document["explanation"])
    #expect(told["timeline"]?.array?.map { $0["kind"] } == ["sign_in", "look"])
    #expect(told["timeline"]?.array?[1]["until"] == "2026-12-01T00:05:07.789Z")
    #expect(told["next_look"] == "2026-12-01T00:05:07.789Z" && told["left_out"] == 3)
    #expect(told["credential"]?["subject"] == "7")
    #expect(told["needed"] == ["First this.", "Then that."])
    await monitor.stop()
  }

  @Test("about nobody it fails with status 3, and colours the state on a terminal only")
  func nobody() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    let run = await CommandRun.run(["explain", "apple", "x", "-j"], bus: bus.address)
    #expect(run.status == 3)
    #expect(try run.document["error"]?["code"] == "not_found")
    let painted = await CommandRun.run(
      ["explain", "kakao", "7"], bus: bus.address, isTerminal: true)
    #expect(painted.output.hasPrefix("kakao/7: \u{1B}[32mauthorized\u{1B}[0m since"))
    await monitor.stop()
  }

  @Test(
    "words are set between margins; dates, numbers and wide letters keep their width",
    arguments: [
      ("one two three", "ab   one\n     two\n     three\n"), ("", "ab   \n"),
      ("12 min x", "ab   12 min\n     x\n"), ("한국 a", "ab   한국\n     a\n"),
    ])
  func paragraph(text: String, lines: String) {
    #expect(Paragraph.lines(head: "ab", indent: 5, text: text, width: 10) == lines)
  }
}
