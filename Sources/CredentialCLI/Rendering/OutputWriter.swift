package import CredentialCore
internal import Linux

/// Prints answers and failures, as text or as the documented JSON, on a thread that may block.
///
/// In JSON standard output holds exactly one document for each command, also when it fails half-way
/// (`--follow`: one document a line). Everything that is no answer goes to standard error.
package actor OutputWriter {
  /// The two ways to print an answer.
  package enum Format: Sendable, Equatable {
    /// For people.
    case text
    /// The contract of docs/json.md.
    case json
  }

  /// The version of the JSON contract.
  package static let contractVersion: Int64 = 1

  /// How answers are printed.
  package nonisolated let format: Format
  private let executor = ThreadExecutor(name: "output")
  private let output: any TextSink
  private let errors: any TextSink
  private let palette: Palette
  private var table = Table([])
  private var openRows: Int?

  /// Prints answers to `output` and all else to `errors`.
  package init(
    format: Format, output: any TextSink, errors: any TextSink, environment: [String: String]
  ) {
    (self.format, self.output, self.errors) = (format, output, errors)
    palette = Palette(isTerminal: output.isTerminal, environment: environment)
  }

  /// The thread on which writing may block.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Prints a whole answer: a document with the member `name`, or the text.
  package func answer(
    _ name: String, _ value: Value, text: @Sendable (Palette) -> String
  ) throws(OutputError) {
    switch format {
    case .json: try output.write(Self.document([name: value]))
    case .text: try output.write(text(palette))
    }
  }

  /// Begins an answer of many rows, in the member `name` behind the members of `head`.
  package func beginRows(
    _ name: String, head: Fields = [:], columns: [TableColumn]
  ) throws(OutputError) {
    table = Table(columns, palette: palette)
    openRows = 0
    guard format == .json else { return }
    var start = Self.versioned(head)
    start.removeLast()
    try output.write("\(start),\(Value.text(name).json):[")
  }

  /// Prints the next rows of the answer begun.
  package func rows(_ rows: [Fields]) throws(OutputError) {
    guard !rows.isEmpty else { return }
    switch format {
    case .text: try output.write(table.lines(for: rows))
    case .json:
      let separator = openRows == 0 ? "\n" : ",\n"
      let text = rows.map { Value.fields($0).json }.joined(separator: ",\n")
      try output.write(separator + text)
    }
    openRows = (openRows ?? 0) + rows.count
  }

  /// Ends the answer of many rows.
  package func endRows() throws(OutputError) {
    openRows = nil
    if format == .json { try output.write("]}\n") }
  }

  /// Prints one row of an answer without end: in JSON a document of its own.
  package func follow(_ name: String, _ row: Fields) throws(OutputError) {
    switch format {
    case .text: try output.write(table.lines(for: [row]))
    case .json: try output.write(Self.document([name: .fields(row)]))
    }
  }

  /// Sets the columns of an answer without end.
  package func beginFollowing(columns: [TableColumn]) {
    table = Table(columns, palette: palette)
  }

  /// Tells a failure: one line on standard error, and in JSON the member `error`.
  package func fail(_ failure: CommandFailure) throws(OutputError) {
    try note(failure.description)
    guard format == .json else { return }
    let error = Value.fields(failure.fields)
    if openRows == nil {
      try output.write(Self.document(["error": error]))
    } else {
      try output.write("],\"error\":\(error.json)}\n")
      openRows = nil
    }
  }

  /// Tells something that is no answer.
  package func note(_ message: String) throws(OutputError) {
    let lines = message.split(separator: "\n").map { TerminalText.escaped(String($0)) }
    try errors.write("credstatectl: " + lines.joined(separator: "\n  ") + "\n")
  }

  private static func document(_ fields: Fields) -> String { versioned(fields) + "\n" }

  private static func versioned(_ fields: Fields) -> String {
    var whole: Fields = ["version": .integer(contractVersion)]
    for member in fields.members { whole.add(member.name, member.value) }
    return Value.fields(whole).json
  }
}
