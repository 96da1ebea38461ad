internal import CredentialSandbox
internal import Support
internal import Testing

@Suite("Faults for everybody", .timeLimit(.minutes(5)))
struct ModeTests {
  private let fixture: SandboxFixture
  private let token: String

  init() throws {
    fixture = try SandboxFixture()
    token = try fixture.sandbox.addUser("001", client: SandboxFixture.client)
  }

  private func run(_ mode: SandboxMode, _ options: [String] = []) async throws -> ProgramRun {
    fixture.sandbox.setMode(mode)
    let run = try await fixture.post(try fixture.fields(token), options: options)
    fixture.sandbox.setMode(.normal)
    let after = try await fixture.post(try fixture.fields(token))
    await fixture.sandbox.stop()
    #expect(after.text.hasSuffix(" 200"))
    #expect(fixture.sandbox.log().first?.subject == "001")
    return run
  }

  @Test("an outage is a 503 page")
  func outage() async throws {
    let text = try await run(.outage).text
    #expect(text.hasPrefix("<!DOCTYPE html>"))
    #expect(text.hasSuffix(" 503"))
  }

  @Test("throttling is a 429 that says when to come back")
  func throttle() async throws {
    let text = try await run(.throttle(retryAfter: 17), ["--include"]).text
    #expect(text.contains("Retry-After: 17\r\n"))
    #expect(text.hasSuffix(" 429"))
  }

  @Test("a slow answer is right and late")
  func slow() async throws {
    let run = try await run(.slow(.milliseconds(250)), ["--write-out", "}%{time_total}"])
    let end = try #require(run.text.split(separator: "}").last)
    #expect(try #require(Double(end)) >= 0.25)
  }

  @Test("a truncated answer ends the connection in the middle")
  func truncate() async throws {
    // 18 when curl saw the end of the stream, 56 when the reset came first.
    #expect([18, 56].contains(try await run(.truncate).status))
  }

  @Test("half a body looks whole and is no JSON")
  func halfJSON() async throws {
    let run = try await run(.halfJSON)
    #expect(run.status == 0)
    #expect(run.text.hasPrefix("{\"access_token\""))
    #expect(!run.text.contains("}"))
  }

  @Test("a captive portal is a 200 page")
  func captivePortal() async throws {
    let text = try await run(.captivePortal).text
    #expect(text.hasPrefix("<!DOCTYPE html>"))
    #expect(text.hasSuffix(" 200"))
  }

  @Test("invalid_client is for all")
  func invalidClient() async throws {
    #expect(try await run(.invalidClient).text == #"{"error":"invalid_client"} 400"#)
  }

  @Test("a dropped connection gives nothing")
  func drop() async throws {
    let run = try await run(.drop)
    #expect(!run.text.contains("{"))
    // 52 when the connection ended in order, 56 when it was reset or TLS did not say goodbye.
    #expect([52, 56].contains(run.status))
  }
}
