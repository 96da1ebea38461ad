/// A value given to a parameter of a statement.
package enum BoundValue: Sendable, Equatable {
  /// SQL NULL.
  case null
  /// A 64-bit signed integer.
  case integer(Int64)
  /// UTF-8 text.
  case text(String)
  /// Bytes.
  case blob([UInt8])

  /// An integer, or NULL for nil.
  package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }

  /// A text, or NULL for nil.
  package init(_ value: String?) { self = value.map { .text($0) } ?? .null }

  /// Bytes, or NULL for nil.
  package init(_ value: [UInt8]?) { self = value.map { .blob($0) } ?? .null }
}

extension BoundValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// An integer literal.
  package init(integerLiteral value: Int64) { self = .integer(value) }

  /// A text literal.
  package init(stringLiteral value: String) { self = .text(value) }
}

extension BoundValue: CustomStringConvertible {
  /// The kind and length only: a bound value may be private.
  package var description: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .text(let text): "text of \(text.utf8.count) bytes"
    case .blob(let bytes): "blob of \(bytes.count) bytes"
    }
  }
}
