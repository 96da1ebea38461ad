internal import Testing

@testable internal import CredentialSandbox

@Suite("A line on the control socket")
struct ControlRequestTests {
  @Test(
    "a fault shows what the line holds without controls, and bounded",
    arguments: [
      #"{"verb":"\u001b[31m\u202ex"}"#, #"{"verb":"mode","mode":["\u202e"]}"#,
      "{\"verb\":\"e" + String(repeating: "\u{301}", count: 4000) + "\"}",
      "{\"verb\":\"mode\",\"mode\":[\"slow\",\"" + String(repeating: "x", count: 4000) + "\"]}",
    ])
  func faults(_ line: String) {
    do throws(SandboxError) {
      _ = try ControlRequest(line: Array(line.utf8))
      Issue.record("accepted")
    } catch {
      #expect(error.description.utf8.count <= 400)
      #expect(!error.description.unicodeScalars.contains { ["\u{1B}", "\u{202E}"].contains($0) })
    }
  }

  @Test("a mode with its values and whom it concerns survives the line")
  func modes() throws {
    let modes: [SandboxMode] = [
      .normal, .slow(.milliseconds(2_500)), .throttle(retryAfter: 7), .expire(seconds: 604_800),
      .clock(seconds: -3_600), .staleReplica, .invalidGrant,
    ]
    for (mode, scope) in zip(
      modes,
      [.everything, .users(percent: 1), .requests(percent: 50)]
        + Array(
          repeating: FaultScope.everything, count: 4))
    {
      let request = ControlRequest.setMode(mode, scope)
      #expect(try ControlRequest(line: Array(request.line.utf8)) == request)
    }
  }

  @Test(
    "nonsense about a fault is refused",
    arguments: [
      (["clock"], []), (["expire", "-1"], []), (["clock", "--1"], []),
      (["outage"], ["users", "0"]), (["outage"], ["users", "101"]), (["outage"], ["planets", "3"]),
      (["outage"], ["users"]),
    ])
  func nonsense(_ mode: [String], _ scope: [String]) {
    #expect(throws: SandboxError.self) {
      _ = try (SandboxMode(words: mode), FaultScope(words: scope))
    }
  }
}
