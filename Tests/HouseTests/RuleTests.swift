import Testing

/// Holds the source tree to the house rules, and each rule to its own samples.
@Suite struct RuleTests {
  @Test("the source tree keeps a house rule", arguments: Rule.all)
  func treeKeeps(_ rule: Rule) throws {
    let files = try SourceTree.files()
    #expect(files.count { $0.isSource } > 100, "the tree was not found at \(SourceTree.root)")
    let findings = files.flatMap(rule.findings)
    #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
  }

  @Test("a rule finds its bad sample and lets its good one pass", arguments: Rule.all)
  func ruleCanFail(_ rule: Rule) {
    let bad = rule.findings(in: SourceFile(path: rule.bad.path, text: rule.bad.text))
    #expect(bad.count == 1, "\(bad)")
    let good = rule.findings(in: SourceFile(path: rule.bad.path, text: rule.good))
    #expect(good.isEmpty, "\(good)")
  }

  @Test(
    "sleep(3) is found whatever it is given, a method or a declaration of that name is not",
    arguments: [
      ("sleep(1)", 1), ("sleep(seconds)", 1), ("_ = sleep(UInt32(n))", 1),
      ("if sleep(n) > 0 {}", 1),
      ("time.sleep(until: x)", 0), ("func sleep(until moment: Moment) {}", 0), ("oversleep(1)", 0),
      ("await sleep(until: x)", 0),
    ])
  func sleeping(_ code: String, _ count: Int) {
    let file = SourceFile(path: "Tests/XTests/Y.swift", text: code + "\n")
    #expect(Rule.noWaiting.findings(in: file).count == count)
  }

  @Test("the sentence of one declaration does not speak for its neighbour")
  func neighbour() {
    let one = "final class Y: @unchecked Sendable {\n  // Safe: it never changes.\n}\n"
    let file = SourceFile(
      path: "Sources/Linux/Y.swift", text: one + "final class Z: @unchecked Sendable {}\n")
    #expect(
      Rule.escapesExplained.findings(in: file).map { $0.prefix(23) } == ["Sources/Linux/Y.swift:4"])
  }

  @Test("a private type is documented too")
  func privateType() {
    let file = SourceFile(path: "Sources/X/Y.swift", text: "private struct Y {}\n")
    #expect(Rule.documented.findings(in: file).count == 1)
  }

  @Test("comments and literals are no code; what stands behind them is")
  func codeText() {
    let file = SourceFile(
      path: "Sources/X/Y.swift",
      text: "let a = \"// \\\" no\" + b  // c\nlet d = \"\"\"\n  func e() {}\n  \"\"\"\nlet f = 1")
    #expect(file.code == ["let a = \"\" + b", "\"\"", "\"\"", "\"\"", "let f = 1"])
  }
}
