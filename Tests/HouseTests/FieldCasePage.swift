/// The page on field cases, taken apart: what its lines name.
struct FieldCasePage {
  /// One line of a table: a case, what holds, and where that is shown.
  struct Line: Equatable {
    let number: Int
    let sentence: String
    let places: String
  }

  /// A test as the page names it.
  struct TestName: Hashable {
    /// The file below `Tests`, without its ending.
    let file: String
    let title: String
  }

  let lines: [Line]

  init(_ text: String) {
    lines = text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map(Self.trimmed)
      guard cells.count == 5, cells[1].hasPrefix("F"), let number = Int(cells[1].dropFirst())
      else { return nil }
      return Line(number: number, sentence: cells[2], places: cells[3])
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " }
    let end = start.lastIndex { $0 != " " }
    return end.map { String(start[...$0]) } ?? ""
  }
}

extension FieldCasePage.Line {
  /// The tests that it names: a file in backquotes, then titles in quotes.
  var tests: [FieldCasePage.TestName] {
    var tests: [FieldCasePage.TestName] = []
    var file = ""
    for (index, part) in places.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    {
      if index % 2 == 1 {
        file = String(part)
        continue
      }
      let quoted = part.split(separator: "\"", omittingEmptySubsequences: false)
      for (index, title) in quoted.enumerated() where index % 2 == 1 {
        tests.append(FieldCasePage.TestName(file: file, title: String(title)))
      }
    }
    return tests
  }

  /// The targets of `make` that it names.
  var makeTargets: [String] {
    places.split(separator: "`").filter { $0.hasPrefix("make ") }
      .map { String($0.dropFirst("make ".count)) }
  }

  /// The pages that it links to, from the folder of the page.
  var pages: [String] {
    places.ranges(of: "](").compactMap { range in
      places[range.upperBound...].split(separator: ")").first.map(String.init)
    }
  }

  /// Whether it says which issue brings what the case is about.
  var isLater: Bool {
    places.ranges(of: "later: issue ").contains { places[$0.upperBound...].first?.isNumber == true }
  }
}
