/// One ordered value that the bus (`a{sv}`), `--json`, a hook's standard input and the journal print.
package enum Value: Sendable, Equatable {
  /// Text.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// Yes or no.
  case boolean(Bool)
  /// An instant: RFC 3339 in JSON, milliseconds since 1970 on the bus.
  case time(Moment)
  /// A list.
  case list([Value])
  /// Named members in a fixed order.
  case fields(Fields)
}

/// Named values in a fixed order; names are unique.
package struct Fields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// One member.
  package struct Member: Sendable, Equatable {
    /// The member's name, lower case with underscores.
    package let name: String
    /// What it holds.
    package let value: Value
  }

  /// The members in order.
  package private(set) var members: [Member] = []

  /// Makes fields from a literal, in its order.
  package init(dictionaryLiteral elements: (String, Value)...) {
    members = elements.map { Member(name: $0.0, value: $0.1) }
  }

  /// Appends a member; a nil value appends nothing.
  package mutating func add(_ name: String, _ value: Value?) {
    guard let value else { return }
    members.append(Member(name: name, value: value))
  }

  /// The value of the member called `name`.
  package subscript(name: String) -> Value? { members.first { $0.name == name }?.value }
}
