internal import Systemd
internal import Testing

@Suite("Text made safe to print")
struct PrintableTextTests {
  @Test("controls, separators and marks that turn the reading direction are escaped")
  func escaped() {
    #expect(printable("a\nb\t\u{1B}[0m\u{85}\u{2028}") == "a\\nb\\t\\u{1B}[0m\\u{85}\\u{2028}")
    #expect(printable("\u{202E}gpj\u{2069}\u{61C}é") == "\\u{202E}gpj\\u{2069}\\u{61C}é")
  }

  @Test("a text that is escaped already stays as it is, whatever layers it passes")
  func once() {
    #expect(printable(printable("C:\\dir \u{202E}")) == "C:\\dir \\u{202E}")
  }

  @Test("a text over the limit keeps its beginning and its end, cut between characters")
  func cut() {
    #expect(printable("short", limit: 5) == "short")
    let text = "begin" + String(repeating: "é", count: 5000) + "end"
    #expect(printable(text, limit: 40) == "beginééééééé[... 9968 bytes ...]éééééééééend")
  }
}
