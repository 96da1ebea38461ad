/// A place in a TOML text, both from 1.
package struct TOMLPlace: Sendable, Hashable, Comparable {
  /// The line.
  package let line: Int
  /// The column, in code points.
  package let column: Int

  /// Points at a line and a column.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether the first place comes earlier in the text.
  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// One value of a TOML document and where it stands.
package struct TOMLNode: Sendable, Equatable {
  /// What it is.
  package indirect enum Content: Sendable, Equatable {
    /// Text.
    case string(String)
    /// A whole number of 64 bits.
    case integer(Int64)
    /// A number with a fraction, an exponent, or inf/nan.
    case real(Double)
    /// true or false.
    case boolean(Bool)
    /// A date or a time, which is not interpreted.
    case date
    /// A list, in its order.
    case array([TOMLNode])
    /// Named members, in the order of the text.
    case table([Member])
  }

  /// One member of a table.
  package struct Member: Sendable, Equatable {
    /// Its name.
    package let key: String
    /// Where the name stands.
    package let place: TOMLPlace
    /// What it is set to.
    package let node: TOMLNode
  }

  /// What it is.
  package let content: Content
  /// Where it stands.
  package let place: TOMLPlace
}

/// Why a text is not accepted, and where.
package struct TOMLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  package let message: String
  /// Where.
  package let place: TOMLPlace

  /// "line 3, column 7: …".
  package var description: String { "line \(place.line), column \(place.column): \(message)" }
}
