/// Writes `application/x-www-form-urlencoded` bytes (WHATWG URL §5.2), byte by byte.
struct FormText {
  private(set) var bytes: [UInt8] = []

  /// Begins an empty text with room for one request with a client secret.
  init() { bytes.reserveCapacity(768) }

  private static let hexadecimal = Array("0123456789ABCDEF".utf8)

  /// Adds a field; the value may hold any bytes.
  mutating func add(_ name: String, _ value: some Sequence<UInt8>) {
    if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
    append(name.utf8)
    bytes.append(UInt8(ascii: "="))
    append(value)
  }

  /// Text of such a form that is no field.
  static func encoded(_ raw: some Sequence<UInt8>) -> [UInt8] {
    var text = FormText()
    text.append(raw)
    return text.bytes
  }

  private mutating func append(_ raw: some Sequence<UInt8>) {
    for byte in raw {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        bytes.append(byte)
      case UInt8(ascii: " "): bytes.append(UInt8(ascii: "+"))
      default:
        bytes += [
          UInt8(ascii: "%"), Self.hexadecimal[Int(byte >> 4)], Self.hexadecimal[Int(byte & 15)],
        ]
      }
    }
  }
}
