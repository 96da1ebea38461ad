import CredentialCore
import Linux
import Testing

@testable import CredentialHooks

@Suite("What a hook printed, as text")
struct OutputTextTests {
  private func capture(_ bytes: [UInt8]) throws -> CapturedOutput {
    let pipe = try Pipe()
    let capture = OutputCapture(pipe.reader)
    for start in stride(from: 0, to: bytes.count, by: 1000) {
      _ = try pipe.writer.write(bytes[start..<min(start + 1000, bytes.count)])
      #expect(capture.read(upTo: .max))
    }
    return capture.captured
  }

  @Test("no character is torn between beginning and end", arguments: ["é", "€", "😀", "aé"])
  func whole(_ character: String) throws {
    for shift in 0..<4 {
      let text = String(repeating: "-", count: shift) + String(repeating: character, count: 1800)
      #expect(try capture(Array(text.utf8)).text == text)
    }
  }

  @Test("a long run of bytes that are no text is counted, a short one is marked")
  func unreadable() throws {
    #expect(try capture([UInt8](repeating: 0, count: 600)).text == "[600 bytes that are no text]")
    #expect(try capture([0x61, 0, 0xFF, 0x62]).text == "a\u{FFFD}\u{FFFD}b")
    #expect(try capture([0xE2, 0x82, 0xE2, 0x82, 0x61]).text == "[4 bytes that are no text]a")
  }

  @Test(
    "the detail for log and ledger is one line, escaped, and keeps beginning and end of each part")
  func detail() throws {
    let errors = try capture(
      Array("begin\u{1B}[31m\n".utf8) + [UInt8](repeating: 0x78, count: 5000))
    let outcome = HookVerdict.outcome(
      RunOutcome(
        ending: .exited(1), killed: 0, runtime: .zero, output: CapturedOutput(head: "done\n"),
        errors: errors))
    #expect(outcome.detail.hasPrefix("exit status 1; stderr: begin\\u{1B}[31m\\nxxx"))
    #expect(outcome.detail.hasSuffix("xxx; stdout: done\\n"))
    #expect(outcome.detail.utf8.count < 1200)
  }
}
