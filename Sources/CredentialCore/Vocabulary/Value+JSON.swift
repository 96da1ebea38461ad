extension Value {
  /// The value as one line of JSON (RFC 8259); times as RFC 3339 text in UTC.
  package var json: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .text(let string): Self.write(string, to: &text)
    case .integer(let number): text += String(number)
    case .boolean(let truth): text += truth ? "true" : "false"
    case .time(let moment): Self.write(moment.rfc3339, to: &text)
    case .list(let values): Self.write(values, "[", "]", to: &text) { $0.write(to: &$1) }
    case .fields(let fields):
      Self.write(fields.members, "{", "}", to: &text) { member, text in
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String,
    each: (Element, inout String) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      each(element, &text)
    }
    text += close
  }

  /// Quotes a string; control characters, DEL and C1 are escaped so that no terminal obeys them.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
          let digits = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }
}
