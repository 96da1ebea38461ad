/// One JSON value (RFC 8259). Text is compared byte by byte, not by canonical equivalence.
package indirect enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number written without fraction or exponent, exact.
  case integer(Int64)
  /// A number written with a fraction or an exponent.
  case real(Double)
  /// Text: valid UTF-8 without a NUL.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Members in the order in which they were written.
  case object(JSONObject)
}

extension JSONValue: Equatable {
  /// Whether both are the same value, text compared by bytes and members by order.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a == b
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes text.
  package init(stringLiteral text: String) { self = .string(text) }
  /// Makes an exact number.
  package init(integerLiteral number: Int64) { self = .integer(number) }
  /// Makes a truth value.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes an array.
  package init(arrayLiteral values: JSONValue...) { self = .array(values) }
  /// Makes an object; a later member replaces an earlier one of the same name.
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(JSONObject(members))
  }
}
