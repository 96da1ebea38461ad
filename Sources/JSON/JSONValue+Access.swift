extension JSONValue {
  /// The member called `key`, nil when this is no object or has none.
  package subscript(key: String) -> JSONValue? { object?[key] }

  /// The text, nil for any other kind.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The exact integer, nil for any other kind (a real is not rounded).
  package var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The number as a double, from an integer or a real; nil for any other kind.
  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// The truth value, nil for any other kind (the text "true" is not one).
  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements, nil for any other kind.
  package var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The object, nil for any other kind.
  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// Whether this is `null`.
  package var isNull: Bool { self == .null }
}
