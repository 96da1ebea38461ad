/// One header field of a request or an answer.
package struct HTTPField: Sendable, Equatable {
  /// The name as written; compared without regard to case.
  package let name: String
  /// The value without blanks around it.
  package let value: String

  /// Names `value`.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
  }
}
