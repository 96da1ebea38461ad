internal import CredentialSandbox
internal import HTTP
internal import Linux
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

  @Test("invalid_grant and invalid_request are for every token, and for nobody who is not known")
  func deadForAll() async throws {
    for (mode, code) in [
      (SandboxMode.invalidGrant, "invalid_grant"), (.invalidRequest, "invalid_request"),
    ] {
      fixture.sandbox.setMode(mode)
      let run = try await fixture.post(try fixture.fields(token))
      #expect(run.text == "{\"error\":\"\(code)\"} 400")
      #expect(fixture.sandbox.log().last?.reason == "mode \(mode.name)")
    }
    #expect(
      try await fixture.post([("client_id", "x")]).text == #"{"error":"invalid_request"} 400"#)
    #expect(fixture.sandbox.log().last?.reason == "client_secret is missing")
    await fixture.sandbox.stop()
  }

  @Test("a stale replica knows neither who came nor who left since")
  func staleReplica() async throws {
    fixture.sandbox.setMode(.staleReplica)
    let later = try fixture.sandbox.addUser("002", client: SandboxFixture.client)
    try fixture.sandbox.revoke("001")
    #expect(try await fixture.post(try fixture.fields(token)).text.hasSuffix(" 200"))
    let unknown = try await fixture.post(try fixture.fields(later))
    #expect(unknown.text == #"{"error":"invalid_grant"} 400"#)
    #expect(fixture.sandbox.log().last?.subject == "002")
    fixture.sandbox.setMode(.normal)
    #expect(try await fixture.post(try fixture.fields(token)).text.hasSuffix(" 400"))
    #expect(try await fixture.post(try fixture.fields(later)).text.hasSuffix(" 200"))
    await fixture.sandbox.stop()
  }

  @Test("tokens that were old enough when the mode went on are dead, later ones good")
  func expire() async throws {
    fixture.sandbox.setMode(.expire(seconds: 86_400))
    #expect(try await fixture.post(try fixture.fields(token)).text.hasSuffix(" 200"))
    let text = try await run(.expire(seconds: 0)).text
    #expect(text == #"{"error":"invalid_grant"} 400"#)
    #expect(fixture.sandbox.log().last { $0.status == 400 }?.reason == "expired; mode expire")
  }

  @Test("an hour between its clock and ours is invalid_client", arguments: [3_600, -3_600])
  func clock(_ seconds: Int) async throws {
    let text = try await run(.clock(seconds: seconds), ["--include"]).text
    #expect(text.hasSuffix(#"{"error":"invalid_client"} 400"#))
    let dates = text.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("date:") }
    let date = dates.first.flatMap { HTTPDate.seconds(of: String($0.dropFirst(6))) }
    let ahead = try #require(date) - WallClock.milliseconds() / 1_000
    #expect(dates.count == 1 && abs(ahead - Int64(seconds)) < 300, "\(dates)")
    #expect(fixture.sandbox.log().first?.reason?.contains("check the clock") == true)
  }
}

@Suite("Faults for a part", .timeLimit(.minutes(5)))
struct FaultScopeTests {
  @Test("by users the same ones are concerned each time; by requests every so many-th is")
  func scopes() {
    var counted = 0
    let users = (0..<10_000).map(String.init)
    for percent in [1, 10, 40] {
      let sick = users.filter { FaultScope.users(percent: percent).holds(for: $0, &counted) }
      #expect((percent * 80...percent * 120).contains(sick.count), "\(percent)")
      #expect(sick.allSatisfy { FaultScope.users(percent: percent).holds(for: $0, &counted) })
    }
    #expect(!FaultScope.users(percent: 100).holds(for: nil, &counted) && counted == 0)
    let half = (1...6).map { _ in FaultScope.requests(percent: 50).holds(for: nil, &counted) }
    #expect(half == [false, true, false, true, false, true])
  }

  @Test("users of a sick shard have the fault, the others have their answer")
  func shard() async throws {
    let fixture = try SandboxFixture()
    fixture.sandbox.setMode(.invalidGrant, for: .users(percent: 50))
    var seen: Set<String> = []
    for number in 1...12 {
      let token = try fixture.sandbox.addUser("\(number)", client: SandboxFixture.client)
      let first = try await fixture.post(try fixture.fields(token)).text.suffix(3)
      let second = try await fixture.post(try fixture.fields(token)).text.suffix(3)
      #expect(first == second)
      seen.insert(String(first))
    }
    #expect(seen == ["200", "400"])
    await fixture.sandbox.stop()
  }
}
