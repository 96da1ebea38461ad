/// One header field of a request or an answer.
package struct HTTPField: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The name as written; compared without regard to case.
  package let name: String
  /// The value without blanks around it.
  package let value: String

  /// Names `value`.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Name and value; of `Authorization` the length only.
  package var description: String {
    isNamed("Authorization") ? "\(name): <\(value.utf8.count) bytes>" : "\(name): \(value)"
  }
  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// Names are ASCII (RFC 9110 §5.6.2).
  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
  }

  func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count
      && zip(name.utf8, other.utf8).allSatisfy { Self.folded($0) == Self.folded($1) }
  }
}
