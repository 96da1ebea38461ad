internal import CredentialCore

/// The fields of a form as a stranger sent it (application/x-www-form-urlencoded), as bytes.
struct FormFields {
  private static let most = 64
  private let fields: [(name: [UInt8], value: [UInt8])]

  /// Reads a body; more than 64 fields, or a percent sign without two digits, are refused.
  init(_ body: [UInt8]) throws(PushRefusal) {
    let parts = body.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true)
    guard parts.count <= Self.most else {
      throw PushRefusal(.invalidRequest, "the form has more than \(Self.most) fields")
    }
    var fields: [(name: [UInt8], value: [UInt8])] = []
    for part in parts {
      let mark = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      fields.append((try Self.decode(part[..<mark]), try Self.decode(part[mark...].dropFirst())))
    }
    self.fields = fields
  }

  /// The one value of a field; nil without it, and refused when it is there twice.
  func only(_ name: String) throws(PushRefusal) -> [UInt8]? {
    let values = fields.filter { $0.name.elementsEqual(name.utf8) }
    guard values.count <= 1 else {
      throw PushRefusal(.invalidRequest, "the form has the field \(name) \(values.count) times")
    }
    return values.first?.value
  }

  private static func decode(_ text: ArraySlice<UInt8>) throws(PushRefusal) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { throw PushRefusal(.invalidRequest, "the form has a % without two digits") }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
