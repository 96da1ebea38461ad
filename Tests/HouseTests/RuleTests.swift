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

  @Test("comments and literals are no code; what stands behind them is")
  func codeText() {
    let file = SourceFile(
      path: "Sources/X/Y.swift",
      text: "let a = \"// \\\" no\" + b  // c\nlet d = \"\"\"\n  func e() {}\n  \"\"\"\nlet f = 1")
    #expect(file.code == ["let a = \"\" + b", "\"\"", "\"\"", "\"\"", "let f = 1"])
  }
}
