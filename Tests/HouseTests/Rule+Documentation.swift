extension Rule {
  /// Every type, private ones too, and every `package` member says what it is for.
  static let documented = Rule(
    name: "types and package members are documented",
    bad: ("Sources/X/Y.swift", "@frozen\npackage struct Y {}\n"),
    good: "/// A Y.\n@frozen\npackage struct Y {\n  let text = \"\"\n}\n"
  ) { file in
    guard file.isSource else { return [] }
    return file.code.indices.compactMap { line in
      guard let declaration = Declaration(file.code[line]) else { return nil }
      guard declaration.isType || declaration.isShared else { return nil }
      return isDocumented(line, in: file) ? nil : (line, "no /// above: \(file.code[line])")
    }
  }

  /// Between targets things are `package`.
  static let noPublic = Rule(
    name: "nothing is public",
    bad: ("Sources/X/Y.swift", "public func y() {}\n"), good: "package func y() {}\n"
  ) { file in
    guard file.isSource else { return [] }
    return file.code.indices.compactMap { line in
      let words = file.code[line].split(separator: " ")
      return words.contains("public") || words.contains("open") && words.contains("class")
        ? (line, "write package instead of public") : nil
    }
  }

  private static func isDocumented(_ line: Int, in file: SourceFile) -> Bool {
    var above = line - 1
    while above >= 0, file.code[above].hasPrefix("@") || file.code[above].hasPrefix("#") {
      above -= 1
    }
    return above >= 0 && CodeText.trimmed(file.lines[above]).hasPrefix("///")
  }
}

/// The first words of a line that declares something.
private struct Declaration {
  let isType: Bool
  let isShared: Bool

  private static let types: Set = ["struct", "class", "enum", "actor", "protocol"]
  private static let members: Set = ["func", "var", "let", "init", "subscript", "typealias"]
  private static let modifiers: Set = [
    "package", "public", "private", "fileprivate", "internal", "static", "final", "indirect",
    "mutating", "nonmutating", "nonisolated", "override", "required", "convenience", "lazy",
    "weak", "unowned", "consuming", "borrowing", "isolated", "prefix", "postfix", "infix",
  ]

  init?(_ code: String) {
    let words = code.split { " (<?:{".contains($0) }.map(String.init)
    let rest = words.drop { $0.hasPrefix("@") || Self.modifiers.contains($0) || $0.hasSuffix(")") }
    guard let keyword = rest.first else { return nil }
    isType = Self.types.contains(keyword) && rest.count > 1
    guard isType || Self.members.contains(keyword) else { return nil }
    let before = words.prefix(words.count - rest.count)
    isShared = before.contains("package")
  }
}
