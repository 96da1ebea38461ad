/// Bytes in hexadecimal digits.
enum HexText {
  /// Two lower-case digits a byte.
  static func of(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
  }
}
