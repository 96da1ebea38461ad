import CredentialCLI
import CredentialCore
import JSON
import Support
import Testing

@Suite("The documentation")
struct DocumentationTests {
  private func manPage() throws -> String { try ProjectText.read("docs/man/credstatectl.1.scd") }

  /// scdoc's source with emphasis and escapes taken away.
  private func plain(_ text: some StringProtocol) -> String {
    String(text.filter { $0 != "*" && $0 != "_" && $0 != "\\" })
  }

  @Test("the man page has each verb with its synopsis and exactly its options")
  func verbs() throws {
    let sections = try manPage().components(by: "\n## ").dropFirst()
    let names = sections.map { plain($0.prefix { $0 != "\n" }) }
    #expect(names == VerbTable.verbs.map { plain($0.synopsis) })
    for (section, verb) in zip(sections, VerbTable.verbs) {
      let body = section.components(by: "\n# ")[0]
      #expect(options(in: body) == verb.options.map(\.heading), "\(verb.name)")
    }
  }

  @Test("the man page has exactly the options of every verb")
  func commonOptions() throws {
    let parts = try manPage().components(by: "\n# OPTIONS OF EVERY VERB\n")
    let body = try #require(parts.last).components(by: "\n# ")[0]
    #expect(options(in: body) == VerbTable.options.map(\.heading))
  }

  @Test("the man page tells every exit status that the command gives")
  func exitStatuses() throws {
    let body = try #require(try manPage().components(by: "\n# EXIT STATUS\n").last)
    for status in Set(CommandFailure.Code.allCases.map(\.status.rawValue) + [0]) {
      #expect(body.contains("\n*\(status)*"), "\(status)")
    }
  }

  @Test("the page on JSON tells every error code with its exit status")
  func errorCodes() throws {
    let page = try ProjectText.read("docs/json.md")
    for code in CommandFailure.Code.allCases {
      #expect(page.contains("| `\(code.rawValue)` | \(code.status.rawValue) |"), "\(code.rawValue)")
    }
  }

  @Test("the page on JSON names every finding of a provider's test")
  func findings() throws {
    let page = try ProjectText.read("docs/json.md")
    for code in ProbeCode.allCases { #expect(page.contains("`\(code.rawValue)`"), "\(code)") }
  }

  @Test("each example on the page on JSON is one strict document with a version")
  func examples() throws {
    let page = try ProjectText.read("docs/json.md")
    let blocks = page.components(by: "```json\n").dropFirst().map { $0.components(by: "\n```")[0] }
    #expect(blocks.count >= VerbTable.verbs.count)
    for block in blocks {
      let document = try JSONValue.parse(Array(block.utf8), maximumBytes: 1 << 20)
      #expect(document["version"] == .integer(OutputWriter.contractVersion), "\(block)")
    }
    for verb in VerbTable.verbs { #expect(page.contains("`\(verb.name)`"), "\(verb.name)") }
  }

  @Test("each verb has a help text with all its options, and the overview has each verb")
  func help() {
    for verb in VerbTable.verbs {
      let text = HelpText.text(of: verb)
      for option in verb.options { #expect(text.contains("\(option.heading)  ")) }
      #expect(HelpText.overview.contains("\n  \(verb.name) "))
      #expect(!verb.summary.hasSuffix(".") && !text.contains("\n\n\n"))
    }
  }

  private func options(in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("*-") }.map { plain($0) }
  }
}

extension String {
  /// The parts between occurrences of `separator`.
  fileprivate func components(by separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
