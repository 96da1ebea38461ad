import Testing

/// One house rule: finds what breaks it in one file.
struct Rule: Sendable, CustomTestStringConvertible {
  /// The rule in words.
  let name: String
  /// A path and a text that break it.
  let bad: (path: String, text: String)
  /// A text at the same path that keeps it.
  let good: String
  /// What breaks the rule in a file: the line index and what is wrong.
  let check: @Sendable (SourceFile) -> [(line: Int, message: String)]

  var testDescription: String { name }

  /// What breaks the rule in a file, ready to be read.
  func findings(in file: SourceFile) -> [String] {
    check(file).map { "\(file.path):\($0.line + 1): \($0.message)" }
  }

  /// All of them.
  static let all: [Rule] = [
    documented, noPublic, noFoundation, corePure, noAsyncBodies, escapesExplained, escapesPlaced,
    readingPlaced,
    shortFiles, noOpenEnds, noMachinePaths, noWaiting, noSkipping,
  ]
}
