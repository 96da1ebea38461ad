/// The members of a JSON object in their order, with unique names compared byte by byte.
package struct JSONObject: Sendable, Equatable {
  /// One name and its value.
  package struct Member: Sendable, Equatable {
    /// The name, unique in its object.
    package let key: String
    /// The value.
    package var value: JSONValue

    /// Whether name (by bytes) and value are the same.
    package static func == (left: Member, right: Member) -> Bool {
      left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
    }
  }

  /// All members in order.
  package private(set) var members: [Member] = []

  /// Makes an empty object.
  package init() {}

  /// Makes an object of these members; a later one replaces an earlier one of the same name.
  package init(_ members: [(String, JSONValue)]) {
    for (key, value) in members { self[key] = value }
  }

  /// Takes members whose names the parser has already found unique.
  init(unique members: [Member]) { self.members = members }

  /// The value called `key`, nil when absent. Setting nil removes, a new name goes to the end.
  package subscript(key: String) -> JSONValue? {
    get { index(of: key).map { members[$0].value } }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The names in order.
  package var keys: [String] { members.map(\.key) }

  private func index(of key: String) -> Int? {
    members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
  }
}
