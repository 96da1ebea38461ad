package import CredentialCore

/// Values as people read them in a table.
package enum CellText {
  /// What stands for a value that does not exist.
  package static let none = "-"

  /// The value on one line, safe to print.
  package static func of(_ value: Value?) -> String {
    switch value {
    case nil: none
    case .text(let text): text.isEmpty ? none : TerminalText.escaped(text)
    case .integer(let number): String(number)
    case .boolean(let truth): truth ? "yes" : "no"
    case .time(let moment): time(moment)
    case .list(let values): values.isEmpty ? none : values.map { of($0) }.joined(separator: ", ")
    case .fields(let fields): pairs(fields)
    }
  }

  /// `key=value` pairs; the dash for no pair.
  package static func pairs(_ fields: Fields) -> String {
    let pairs = fields.members.map { "\(TerminalText.escaped($0.name))=\(of($0.value))" }
    return pairs.isEmpty ? none : pairs.joined(separator: " ")
  }

  /// UTC to the second, such as `2026-11-30 04:05:06Z`.
  package static func time(_ moment: Moment) -> String { moment.words }
}
