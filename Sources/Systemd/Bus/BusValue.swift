package import Linux

/// One value of a D-Bus message (D-Bus specification, "Type System").
package indirect enum BusValue: Sendable, Equatable {
  /// `y`.
  case byte(UInt8)
  /// `b`.
  case bool(Bool)
  /// `n`.
  case int16(Int16)
  /// `q`.
  case uint16(UInt16)
  /// `i`.
  case int32(Int32)
  /// `u`.
  case uint32(UInt32)
  /// `x`.
  case int64(Int64)
  /// `t`.
  case uint64(UInt64)
  /// `d`.
  case double(Double)
  /// `s`.
  case string(String)
  /// `o`.
  case objectPath(String)
  /// `g`.
  case signature(String)
  /// `h`: an open file.
  case descriptor(FileDescriptor)
  /// `a` and the signature of each element, with the elements.
  case array(of: String, [BusValue])
  /// `a{sv}`, in the order of the message; names are unique.
  case fields([BusField])
  /// `{..}`: a key and a value; only as an element of an array of a dictionary other than `a{sv}`.
  case entry(BusValue, BusValue)
  /// `v`.
  case variant(BusValue)
  /// `(...)`.
  case structure([BusValue])
}

/// One member of an `a{sv}`.
package struct BusField: Sendable, Equatable {
  /// The key.
  package let name: String
  /// The value, without its variant.
  package let value: BusValue

  /// Names a value.
  package init(_ name: String, _ value: BusValue) {
    self.name = name
    self.value = value
  }
}

extension BusValue {
  /// The value's type as a D-Bus signature.
  package var signature: String {
    switch self {
    case .byte: "y"
    case .bool: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .descriptor: "h"
    case .array(let element, _): "a" + element
    case .fields: "a{sv}"
    case .entry(let key, let value): "{" + key.signature + value.signature + "}"
    case .variant: "v"
    case .structure(let members): "(" + members.map(\.signature).joined() + ")"
    }
  }

  /// The text of an `s`; nil for every other type.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The members of an `a{sv}`; nil for every other type.
  package var members: [BusField]? {
    guard case .fields(let fields) = self else { return nil }
    return fields
  }

  /// The elements of an array; nil for every other type.
  package var elements: [BusValue]? {
    guard case .array(_, let elements) = self else { return nil }
    return elements
  }
}

extension [BusField] {
  /// The value called `name`; nil when there is none.
  package subscript(name: String) -> BusValue? { first { $0.name == name }?.value }
}

extension [BusValue] {
  /// The types of all values as one D-Bus signature.
  package var signature: String { map(\.signature).joined() }
}
