extension JSONValue {
  /// The compact text: members in their order, no spaces, only what must be escaped escaped.
  ///
  /// The same value always gives the same text. A real that is no number becomes `null`.
  package func encoded() -> String {
    var text = ""
    append(to: &text)
    return text
  }

  private func append(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let number): text += String(number)
    case .real(let number): text += number.isFinite ? String(number) : "null"
    case .string(let string): Self.append(string, to: &text)
    case .array(let values): Self.append(values, to: &text)
    case .object(let object): Self.append(object, to: &text)
    }
  }

  private static func append(_ values: [JSONValue], to text: inout String) {
    text += "["
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      value.append(to: &text)
    }
    text += "]"
  }

  private static func append(_ object: JSONObject, to text: inout String) {
    text += "{"
    for (index, member) in object.members.enumerated() {
      if index > 0 { text += "," }
      append(member.key, to: &text)
      text += ":"
      member.value.append(to: &text)
    }
    text += "}"
  }

  private static func append(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
