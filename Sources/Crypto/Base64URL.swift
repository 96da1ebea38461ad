/// Text for bytes in JOSE's form: base64url without padding (RFC 7515 §2, RFC 4648 §5).
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let noValue: UInt8 = 255

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: noValue, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// The text for `bytes`.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(buffer >> UInt32(bits)) & 0x3f])
      }
    }
    if bits > 0 { text.append(alphabet[Int(buffer << UInt32(6 - bits)) & 0x3f]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of `text`; nil for padding, any other character, an impossible length, or unused
  /// bits that are set, so that two texts never mean the same bytes.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    decode(Array(text.utf8)[...])
  }

  /// The bytes of text that is given as ASCII; nil as above.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 2)
    var buffer: UInt32 = 0
    var bits = 0
    let values = values
    for character in text {
      let value = values[Int(character)]
      guard value != noValue else { return nil }
      buffer = buffer << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    return buffer & ((1 << UInt32(bits)) - 1) == 0 ? bytes : nil
  }
}
