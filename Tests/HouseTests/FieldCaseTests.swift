import Linux
import Testing

/// Holds the page on field cases to the tests it names.
@Suite struct FieldCaseTests {
  private func page() throws -> FieldCasePage {
    FieldCasePage(try text("docs/field-cases.md"))
  }

  private func text(_ path: String) throws -> String {
    let bytes = try SmallFile(path: "\(SourceTree.root)/\(path)", limit: 1 << 20).bytes
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("each case has one line, in order, with a sentence and where it is shown")
  func lines() throws {
    let page = try page()
    #expect(page.lines.count > 70)
    #expect(page.lines.map(\.number) == Set(page.lines.map(\.number)).sorted())
    for line in page.lines {
      #expect(!line.sentence.isEmpty)
      let isShown =
        !line.tests.isEmpty || !line.makeTargets.isEmpty || !line.pages.isEmpty || line.isLater
      #expect(isShown, "F\(line.number) is shown nowhere")
    }
  }

  @Test("each test that the page on field cases names exists, by its exact title")
  func tests() throws {
    var texts: [String: String] = [:]
    for name in try page().lines.flatMap(\.tests) {
      let path = "Tests/\(name.file).swift"
      let file = try texts[path] ?? text(path)
      texts[path] = file
      #expect(TestTitles(file).titles.contains(name.title), "\(path): \"\(name.title)\"")
    }
  }

  @Test("each make target and page that the page on field cases names exists")
  func targetsAndPages() throws {
    let makefile = try text("Makefile")
    for line in try page().lines {
      for target in line.makeTargets { #expect(makefile.contains("\n\(target):"), "\(target)") }
      for page in line.pages { #expect(try !text("docs/\(page)").isEmpty) }
    }
  }

  @Test("a line's tests, targets and pages are found; a title that is only near is not")
  func reading() throws {
    let page = FieldCasePage(
      """
      | case | what | where |
      |---|---|---|
      | F007 | It holds | `A/B` "one", "two"; `make x`; [0001](decisions/0001.md); later: issue 7 |
      """)
    let line = try #require(page.lines.first)
    #expect(line.number == 7 && line.sentence == "It holds")
    #expect(
      line.tests.map(\.title) == ["one", "two"] && line.tests.allSatisfy { $0.file == "A/B" })
    #expect(line.makeTargets == ["x"] && line.pages == ["decisions/0001.md"] && line.isLater)
    let file = "@Test(\"one\") func a() {}\n@Test(\n  \"two\",\n  arguments: [1])\n// \"three\"\n"
    #expect(TestTitles(file).titles == ["one", "two"])
  }
}

/// The titles of the tests in a file: the first text in the parentheses of `@Test` or of a case of a
/// contract.
private struct TestTitles {
  private(set) var titles: Set<String> = []

  init(_ text: String) {
    for opening in ["@Test(", "ContractCase(", "Contract("] {
      for range in text.ranges(of: opening) {
        let rest = text[range.upperBound...].drop { $0 == " " || $0 == "\n" }
        guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { continue }
        titles.insert(String(rest.dropFirst()[..<end]))
      }
    }
  }
}
