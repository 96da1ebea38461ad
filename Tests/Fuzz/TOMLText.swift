internal import TOML

/// Writes a tree as TOML; the fuzzer compares texts, because a tree may hold "not a number".
enum TOMLText {
  /// The root's members, one a line.
  static func document(_ root: TOMLNode) -> String {
    guard case .table(let members) = root.content else { return "" }
    return members.map { "\(text($0.key)) = \(value($0.node))\n" }.joined()
  }

  /// How deeply tables and lists are nested.
  static func depth(of node: TOMLNode) -> Int {
    switch node.content {
    case .array(let nodes): 1 + (nodes.map(depth).max() ?? 0)
    case .table(let members): 1 + (members.map { depth(of: $0.node) }.max() ?? 0)
    default: 0
    }
  }

  private static func value(_ node: TOMLNode) -> String {
    switch node.content {
    case .string(let string): text(string)
    case .integer(let number): String(number)
    case .real(let number): real(number)
    case .boolean(let truth): String(truth)
    case .date: "1979-05-27"
    case .array(let nodes): "[\(nodes.map(value).joined(separator: ", "))]"
    case .table(let members):
      "{\(members.map { "\(text($0.key)) = \(value($0.node))" }.joined(separator: ", "))}"
    }
  }

  private static func real(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-inf" : "inf" }
    return String(number)
  }

  private static func text(_ string: String) -> String {
    var quoted = "\""
    for scalar in string.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C:
        quoted += "\\"
        quoted.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F..<0xA0:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
