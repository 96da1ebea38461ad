/// One header line: a name and its value.
package struct HeaderField: Sendable, Equatable {
  /// The field name, compared without case by whoever reads it.
  package let name: String
  /// The field value without surrounding blanks.
  package let value: String

  /// Makes a header line.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
