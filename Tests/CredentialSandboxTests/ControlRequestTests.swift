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
}
