package import CredentialCore

/// One column: its heading and the member of a row that it shows.
package struct TableColumn: Sendable {
  /// Upper case.
  package let heading: String
  /// The text of a row's cell.
  package let text: @Sendable (Fields) -> String

  /// A column that computes its text.
  package init(_ heading: String, text: @escaping @Sendable (Fields) -> String) {
    self.heading = heading
    self.text = text
  }

  /// A column that shows the member called `member`.
  package init(_ heading: String, _ member: String) {
    self.init(heading) { CellText.of($0[member]) }
  }
}

/// Rows in aligned columns under one heading; the rows may come in pages.
package struct Table: Sendable {
  private let columns: [TableColumn]
  private let palette: Palette
  private var widths: [Int]
  private var hasHeading = false

  /// A table without rows, which prints nothing.
  package init(_ columns: [TableColumn], palette: Palette = .plain) {
    self.columns = columns
    self.palette = palette
    widths = columns.map { DisplayWidth.columns(of: $0.heading) }
  }

  /// The lines of the next rows; columns only ever grow from page to page.
  package mutating func lines(for rows: [Fields]) -> String {
    guard !rows.isEmpty else { return "" }
    let cells = rows.map { row in columns.map { $0.text(row) } }
    for row in cells {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], DisplayWidth.columns(of: cell))
      }
    }
    var text = hasHeading ? "" : line(columns.map(\.heading), colours: false)
    hasHeading = true
    for row in cells { text += line(row, colours: true) }
    return text
  }

  private func line(_ cells: [String], colours: Bool) -> String {
    var text = ""
    for (index, cell) in cells.enumerated() {
      text += colours ? palette.paint(cell) : cell
      guard index + 1 < cells.count else { break }
      let padding = widths[index] - DisplayWidth.columns(of: cell) + 2
      text += String(repeating: " ", count: padding)
    }
    return text + "\n"
  }
}
