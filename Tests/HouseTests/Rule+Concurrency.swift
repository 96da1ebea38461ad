extension Rule {
  /// Where the compiler is told to trust us, a sentence says why it may.
  static let escapesExplained = Rule(
    name: "each escape from concurrency checking has its Safe: sentence",
    bad: ("Sources/Linux/Y.swift", "/// A Y.\nfinal class Y: @unchecked Sendable {}\n"),
    good: "/// A Y.\n// Safe: it never changes.\nfinal class Y: @unchecked Sendable {}\n"
  ) { file in
    escapes(in: file).filter { !isExplained($0, in: file) }
      .map { ($0, "say with // Safe: why this holds") }
  }

  /// Only what wraps C may need one.
  static let escapesPlaced = Rule(
    name: "escapes from concurrency checking stay in the wrappers",
    bad: ("Sources/CredentialStore/Y.swift", "nonisolated(unsafe) var y = 0\n"),
    good: "let y = 0\n"
  ) { file in
    let wrappers: Set = [
      "Linux", "JSON", "TOML", "SQLite", "Crypto", "HTTP", "HTTPServer", "Systemd",
    ]
    guard file.isSource, !wrappers.contains(file.target) else { return [] }
    return escapes(in: file).map { ($0, "not allowed in \(file.target)") }
  }

  private static func escapes(in file: SourceFile) -> [Int] {
    guard file.isSource else { return [] }
    return file.code.indices.filter { line in
      let code = file.code[line]
      return code.contains("@unchecked Sendable") || code.contains("nonisolated(unsafe)")
    }
  }

  /// Whether the sentence stands on the line, right below it, or in the comment right above it.
  private static func isExplained(_ line: Int, in file: SourceFile) -> Bool {
    var above = line - 1
    while above >= 0, isComment(file.lines[above]) || file.code[above].hasPrefix("@") { above -= 1 }
    let own = file.lines[(above + 1)...min(line + 1, file.lines.count - 1)]
    return own.contains { $0.contains("// Safe: ") }
  }

  private static func isComment(_ line: String) -> Bool { CodeText.trimmed(line).hasPrefix("//") }
}
