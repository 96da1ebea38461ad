/// One text file of the repository and what the rules ask of it.
struct SourceFile: Sendable {
  /// The path below the repository, such as `Sources/Linux/Lock.swift`.
  let path: String
  /// Its lines as they are.
  let lines: [String]
  /// Its lines without comments and without what stands in string literals.
  let code: [String]

  /// Takes a file apart into lines.
  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    code = path.hasSuffix(".swift") ? CodeText.lines(of: lines) : lines
  }

  /// The target that a file in `Sources` or `Tests` belongs to.
  var target: String {
    let parts = path.split(separator: "/")
    return parts.count > 2 ? String(parts[1]) : ""
  }

  /// Whether it is Swift code of the product.
  var isSource: Bool { path.hasPrefix("Sources/") && path.hasSuffix(".swift") }

  /// Whether it is Swift code of the tests.
  var isTest: Bool { path.hasPrefix("Tests/") && path.hasSuffix(".swift") }

  /// The modules it imports, with the line index of each.
  var imports: [(line: Int, module: String)] {
    code.indices.compactMap { line in
      let words = code[line].split(separator: " ")
      guard let index = words.firstIndex(of: "import"), words.count > index + 1 else { return nil }
      guard words[..<index].allSatisfy(Self.isImportModifier) else { return nil }
      return (line, String(words[index + 1]))
    }
  }

  private static func isImportModifier(_ word: Substring) -> Bool {
    word.hasPrefix("@")
      || ["internal", "package", "public", "private", "fileprivate"].contains(String(word))
  }
}
