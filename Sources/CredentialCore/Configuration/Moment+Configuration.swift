extension Moment: ConfigurationValue {
  /// A day or an instant in quotes.
  package static var typeName: String { "a date in quotes, such as \"2027-03-01\"" }
  /// The instant in the form that `read` takes.
  package var configurationText: String { "\"\(rfc3339)\"" }
  /// Takes text: a day, which begins at midnight UTC, or an instant of RFC 3339.
  package static func read(_ node: ConfigurationNode) -> Result<Self, ConfigurationMismatch> {
    guard case .text(let text) = node.content else { return .failure(.expected(self, node)) }
    guard let moment = Moment(rfc3339: text) ?? Moment(rfc3339: "\(text)T00:00:00Z") else {
      return .failure(ConfigurationMismatch("\"\(text)\" is not \(typeName)"))
    }
    return .success(moment)
  }
}
