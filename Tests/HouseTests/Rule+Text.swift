extension Rule {
  /// A file that can be read in one go.
  static let shortFiles = Rule(
    name: "no Swift file is longer than 450 lines",
    bad: ("Sources/X/Y.swift", String(repeating: "let y = 0\n", count: 451)),
    good: "let y = 0\n"
  ) { file in
    guard file.path.hasSuffix(".swift"), file.lines.count > 451 else { return [] }
    return [(451, "split the file: it has \(file.lines.count - 1) lines")]
  }

  /// Work left open is an issue, and the code names it.
  static let noOpenEnds = Rule(
    name: "work left open names its issue",
    bad: ("Sources/X/Y.swift", "// TO" + "DO: later\n"), good: "// TO" + "DO(#12): later\n"
  ) { file in
    let words = ["TO" + "DO", "FIX" + "ME"]
    guard file.path.hasPrefix("Sources/") || file.path.hasPrefix("Tests/") else { return [] }
    return file.lines.indices.compactMap { line in
      let text = file.lines[line]
      let isOpen = words.contains { word in
        text.ranges(of: word).contains { !text[$0.upperBound...].hasPrefix("(#") }
      }
      return isOpen ? (line, "open work without the number of its issue") : nil
    }
  }

  /// Nothing depends on one developer's machine.
  static let noMachinePaths = Rule(
    name: "no path of a developer's machine",
    bad: ("docs/y.md", "See /wo" + "rk/main.\n"), good: "See Sources.\n"
  ) { file in
    let paths = ["/wo" + "rk/", "/ro" + "ot/", "/Us" + "ers/"]
    return file.lines.indices.compactMap { line in
      guard let path = paths.first(where: file.lines[line].contains) else { return nil }
      return (line, "names the machine's path \(path)")
    }
  }
}
