import CredentialCLI
import CredentialCore
import Testing

@Suite("Text for people")
struct RenderingTests {
  @Test("columns line up by terminal width, also with wide and combining characters")
  func widths() {
    var table = Table([TableColumn("A", "a"), TableColumn("B", "b")])
    let text = table.lines(for: [
      ["a": .text("한국어"), "b": .text("x")], ["a": .text("e\u{301}"), "b": .text("y")],
    ])
    #expect(text == "A       B\n한국어  x\ne\u{301}       y\n")
  }

  @Test("a table without rows prints nothing, not even its heading")
  func empty() {
    var table = Table([TableColumn("A", "a")])
    #expect(table.lines(for: []) == "")
  }

  @Test("the heading comes once over several pages")
  func pages() {
    var table = Table([TableColumn("A", "a"), TableColumn("B", "b")])
    let text =
      table.lines(for: [["a": .text("1"), "b": .text("2")]])
      + table.lines(for: [["a": .text("long"), "b": .text("3")]])
    #expect(text == "A  B\n1  2\nlong  3\n")
  }

  @Test("what could move a cursor or turn the reading direction is escaped")
  func escapes() {
    #expect(
      TerminalText.escaped("a\u{1B}[2J\n\u{202E}b\u{85}é") == "a\\u{1b}[2J\\u{a}\\u{202e}b\\u{85}é")
    #expect(TerminalText.quoted(String(repeating: "é", count: 70)).count == 64 + 3 + 2)
  }

  @Test("a time is UTC to the second")
  func time() {
    #expect(CellText.time(Moment(milliseconds: Rows.instant)) == "2026-11-30 04:05:06Z")
  }

  static let palettes: [(terminal: Bool, environment: [String: String], palette: Palette)] = [
    (true, [:], .colours), (false, [:], .plain), (true, ["NO_COLOR": "1"], .plain),
    (true, ["NO_COLOR": ""], .colours), (true, ["TERM": "dumb"], .plain),
    (true, ["TERM": "xterm", "LANG": "tr_TR.UTF-8"], .colours),
  ]

  @Test(
    "colours only on a terminal that has them and without NO_COLOR", arguments: palettes.indices)
  func colours(_ index: Int) {
    let (terminal, environment, palette) = Self.palettes[index]
    #expect(Palette(isTerminal: terminal, environment: environment) == palette)
  }
}
