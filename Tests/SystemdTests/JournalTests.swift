internal import Linux
internal import Systemd
internal import Testing

@Suite("Entries of the log")
struct JournalTests {
  private static func entry(_ value: String) -> JournalEntry {
    JournalEntry(
      priority: 5, message: "A thing happened", messageID: nil,
      fields: [
        .init(name: "X_SUBJECT", label: "subject", value: value),
        .init(name: "bad name", label: nil, value: "dropped"),
        .init(name: "_UID", label: nil, value: "0"),
      ])
  }

  @Test("a line break and an escape code in a value stay inside one line with our priority")
  func forged() throws {
    let pipe = try Pipe()
    JournalSink(.prefixedLines, descriptor: pipe.writer.number)
      .write(Self.entry("u1\n<0>all clear\u{1B}[31m"))
    let line = String(decoding: try pipe.reader.read(upTo: 1000) ?? [], as: UTF8.self)
    #expect(line == "<5>A thing happened: subject=\"u1\\n<0>all clear\\u{1B}[31m\"\n")
  }

  @Test("names that the journal would refuse, or trusts, are left out")
  func names() {
    #expect(
      Self.entry("u1").assignments
        == ["MESSAGE=A thing happened: subject=u1", "PRIORITY=5", "X_SUBJECT=u1"])
  }

  @Test("a value of 200 KiB is cut with a mark and its size")
  func cut() {
    let line = Self.entry(String(repeating: "a", count: 204_800)).line
    #expect(line.utf8.count < 5000)
    #expect(line.hasSuffix("a [cut, 204800 bytes]\""))
  }
}
