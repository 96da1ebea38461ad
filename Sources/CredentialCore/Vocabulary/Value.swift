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
    for (name, value) in elements { add(name, value) }
  }

  /// Appends a member, or replaces the value of the one called so; a nil value does neither.
  package mutating func add(_ name: String, _ value: Value?) {
    guard let value else { return }
    let member = Member(name: name, value: value)
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index] = member
    } else {
      members.append(member)
    }
  }

  /// The value of the member called `name`.
  package subscript(name: String) -> Value? { members.first { $0.name == name }?.value }
}
