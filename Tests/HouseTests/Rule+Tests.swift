extension Rule {
  /// Tests wait for events, never for time.
  static let noWaiting = Rule(
    name: "tests do not sleep",
    bad: ("Tests/XTests/Y.swift", "try await Task.sleep(for: .seconds(1))\n"),
    good: "await time.sleep(until: moment)\npackage func sleep(until moment: Moment) async {}\n"
  ) { file in
    guard file.isTest else { return [] }
    return words(
      ["Task.sleep", "usleep(", "nanosleep(", "Glibc.sleep(", "Thread.sleep"], in: file)
      + calls(of: "sleep", in: file)
  }

  /// A test runs, or it is not there.
  static let noSkipping = Rule(
    name: "tests are not skipped",
    bad: ("Tests/XTests/Y.swift", "@Test(\"\", .disabled()) func y() {}\n"),
    good: "@Test(\"a disabled hook\") func y() {}\n"
  ) { file in
    guard file.isTest else { return [] }
    return words(
      [".disabled(", ".enabled(if", "withKnownIssue", "XCTSkip", "Test.cancel"], in: file)
  }

  private static func words(
    _ words: [String], in file: SourceFile
  ) -> [(line: Int, message: String)] {
    file.code.indices.compactMap { line in
      guard let word = words.first(where: file.code[line].contains) else { return nil }
      return (line, "\(word) in a test")
    }
  }

  /// Lines that call the plain C function `name`: no method, no declaration, no labelled argument.
  private static func calls(
    of name: String, in file: SourceFile
  ) -> [(line: Int, message: String)] {
    file.code.indices.compactMap { line in
      let code = file.code[line]
      let isCalled = code.ranges(of: "\(name)(").contains { range in
        let before = code[..<range.lowerBound]
        let argument = code[range.upperBound...].prefix { $0 != ")" && $0 != "(" }
        return before.last.map { !$0.isLetter && $0 != "." && $0 != "_" } ?? true
          && !before.hasSuffix("func ") && !argument.contains(":")
      }
      return isCalled ? (line, "\(name) in a test") : nil
    }
  }
}
