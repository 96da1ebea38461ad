/// Reads a form as a server does (WHATWG URL §5.1).
enum FormReading {
  static func fields(_ body: [UInt8]) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in body.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      fields[text(parts[0])] = parts.count > 1 ? text(parts[1]) : ""
    }
    return fields
  }

  static func text(_ raw: some Sequence<UInt8>) -> String {
    var bytes: [UInt8] = []
    var iterator = raw.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = [iterator.next(), iterator.next()].compactMap { $0 }
        bytes.append(UInt8(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0x3f)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
