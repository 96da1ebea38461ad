/// A text over several lines of bounded width, the later ones indented.
package enum Paragraph {
  /// The lines: `head` stands before the first and is `indent` columns wide with what pads it; a word
  /// that is longer than a line has one of its own. `text` must be safe to print.
  package static func lines(
    head: String, indent: Int, text: String, width: Int
  ) -> String {
    let margin = String(repeating: " ", count: indent)
    let gap = indent - DisplayWidth.columns(of: head)
    var lines = [head + String(repeating: " ", count: max(0, gap))]
    var (used, isBlank) = (indent, true)
    for word in words(of: text) {
      let columns = DisplayWidth.columns(of: word)
      if !isBlank, used + 1 + columns > width {
        lines.append(margin)
        (used, isBlank) = (indent, true)
      }
      lines[lines.count - 1] += isBlank ? word : " " + word
      used += columns + (isBlank ? 0 : 1)
      isBlank = false
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The words; a date is kept with its time of day, a number with its unit.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    for word in text.split(separator: " ") {
      if let last = words.last, last.allSatisfy({ $0 == "-" || ("0"..."9").contains($0) }),
        last.last != "-"
      {
        words[words.count - 1] += " " + word
      } else {
        words.append(String(word))
      }
    }
    return words
  }
}
