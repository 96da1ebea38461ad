/// Text from outside made safe to print: nothing in it moves a cursor, breaks a line or turns the
/// reading direction.
package enum TerminalText {
  /// The text with control characters, line and paragraph separators and direction marks written as
  /// `\u{...}`.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isUnsafe(scalar) else { safe.append(scalar); continue }
      safe.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
    }
    return String(safe)
  }

  /// The text escaped and in quotes, cut after 64 characters, for an error.
  package static func quoted(_ text: String) -> String {
    let cut = text.unicodeScalars.count > 64
    return "'\(escaped(String(text.unicodeScalars.prefix(64))))\(cut ? "..." : "")'"
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F: true
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x61C: true
    default: false
    }
  }
}
