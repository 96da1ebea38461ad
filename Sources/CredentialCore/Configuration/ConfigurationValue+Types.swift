extension String: ConfigurationValue {
  /// Text in quotes.
  package static var typeName: String { "text" }
  /// The text in quotes.
  package var configurationText: String { Value.text(self).json }
  /// Takes text as it is: nothing in it is expanded.
  package static func read(_ node: ConfigurationNode) -> Result<Self, ConfigurationMismatch> {
    guard case .text(let text) = node.content else { return .failure(.expected(self, node)) }
    return .success(text)
  }
}

extension Bool: ConfigurationValue {
  /// true or false.
  package static var typeName: String { "true or false" }
  /// The word.
  package var configurationText: String { self ? "true" : "false" }
  /// Takes a boolean only.
  package static func read(_ node: ConfigurationNode) -> Result<Self, ConfigurationMismatch> {
    guard case .boolean(let truth) = node.content else { return .failure(.expected(self, node)) }
    return .success(truth)
  }
}

extension Int: ConfigurationValue {
  /// A whole number.
  package static var typeName: String { "a whole number" }
  /// Its digits.
  package var configurationText: String { String(self) }
  /// Takes a whole number only.
  package static func read(_ node: ConfigurationNode) -> Result<Self, ConfigurationMismatch> {
    guard case .integer(let number) = node.content, let number = Int(exactly: number) else {
      return .failure(.expected(self, node))
    }
    return .success(number)
  }
}

extension Double: ConfigurationValue {
  /// A number.
  package static var typeName: String { "a number" }
  /// Its digits.
  package var configurationText: String { String(self) }
  /// Takes a finite number, with or without a fraction.
  package static func read(_ node: ConfigurationNode) -> Result<Self, ConfigurationMismatch> {
    switch node.content {
    case .integer(let number): .success(Double(number))
    case .real(let number) where number.isFinite: .success(number)
    default: .failure(.expected(self, node))
    }
  }
}

extension Duration: ConfigurationValue {
  /// A duration with its unit.
  package static var typeName: String { "a duration with its unit, such as \"24h\" or \"1h30m\"" }
  /// The duration in the form that `read` takes.
  package var configurationText: String { "\"\(DurationText.text(of: self))\"" }
  /// Takes text with a unit; a bare number is never guessed.
  package static func read(_ node: ConfigurationNode) -> Result<Self, ConfigurationMismatch> {
    guard case .text(let text) = node.content else { return .failure(.expected(self, node)) }
    guard let duration = DurationText.duration(of: text) else {
      return .failure(ConfigurationMismatch("\"\(text)\" is not \(typeName)"))
    }
    return .success(duration)
  }
}

extension Array: ConfigurationValue where Element: ConfigurationValue {
  /// A list of the element's type.
  package static var typeName: String { "a list of \(Element.typeName)" }
  /// The list in brackets.
  package var configurationText: String {
    "[\(map(\.configurationText).joined(separator: ", "))]"
  }
  /// Takes a list whose elements all have the type.
  package static func read(_ node: ConfigurationNode) -> Result<Self, ConfigurationMismatch> {
    guard case .list(let nodes) = node.content else { return .failure(.expected(self, node)) }
    var elements: [Element] = []
    for node in nodes {
      switch Element.read(node) {
      case .success(let element): elements.append(element)
      case .failure(let mismatch): return .failure(mismatch)
      }
    }
    return .success(elements)
  }
}

extension ConfigurationMismatch {
  /// Says that `node` should have been of another type.
  package static func expected<Setting: ConfigurationValue>(
    _ type: Setting.Type, _ node: ConfigurationNode
  ) -> Self {
    Self("must be \(Setting.typeName), not \(node.typeName)")
  }
}
