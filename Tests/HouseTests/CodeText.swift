/// Takes comments and the content of string literals out of Swift code, line by line.
enum CodeText {
  /// The lines with blanks removed at both ends, literals emptied and comments cut.
  static func lines(of lines: [String]) -> [String] {
    var inText = false
    return lines.map { line in
      let wasInText = inText
      if isOdd(occurrences(of: "\"\"\"", in: line)) { inText.toggle() }
      if wasInText || line.contains("\"\"\"") { return "\"\"" }
      return trimmed(emptied(line))
    }
  }

  /// The text without blanks at its ends.
  static func trimmed(_ text: String) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return String(start[...last])
  }

  private static func emptied(_ line: String) -> String {
    var result = ""
    var inText = false
    var previous: Character = " "
    for character in line {
      if character == "\"" && (previous != "\\" || !inText) {
        inText.toggle()
        result.append(character)
      } else if !inText {
        if character == "/" && previous == "/" { return String(result.dropLast()) }
        result.append(character)
      }
      previous = previous == "\\" && character == "\\" ? " " : character
    }
    return result
  }

  private static func occurrences(of word: String, in line: String) -> Int {
    line.ranges(of: word).count
  }

  private static func isOdd(_ number: Int) -> Bool { number % 2 == 1 }
}
