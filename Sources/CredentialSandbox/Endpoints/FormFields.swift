/// The fields of an `application/x-www-form-urlencoded` body (WHATWG URL §5).
struct FormFields {
  private var fields: [String: String] = [:]
  /// The first name that came twice; OAuth forbids that (RFC 6749 §3.2).
  private(set) var duplicate: String?

  /// Decodes a body; nil for a broken percent escape or bytes that are no UTF-8.
  init?(_ body: [UInt8]) {
    for field in body.split(separator: UInt8(ascii: "&")) {
      let parts = field.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decode(parts[0]),
        let value = Self.decode(parts.count > 1 ? parts[1] : [])
      else { return nil }
      if fields[name] != nil { duplicate = duplicate ?? name }
      fields[name] = value
    }
  }

  /// The value of a field; nil when it is absent or empty (RFC 6749 §3.2 treats both alike).
  subscript(name: String) -> String? {
    fields[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Text without its percent escapes, `+` being a blank; nil when that is broken.
  static func decode(_ text: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "+"): bytes.append(0x20)
      case UInt8(ascii: "%"):
        guard text.endIndex - index > 2, let high = digit(text[index + 1]),
          let low = digit(text[index + 2])
        else { return nil }
        bytes.append(high << 4 | low)
        index += 2
      case let byte: bytes.append(byte)
      }
      index += 1
    }
    return String(validating: bytes, as: UTF8.self)
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
