/// Text of a stranger, fit for a sentence in a log.
enum StrangerText {
  private static let longest = 64

  /// Printable ASCII of at most 64 bytes, of anything else the length only.
  static func shown(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
    return isPlain && text.utf8.count <= longest ? text : "a text of \(text.utf8.count) bytes"
  }

  /// The same in quotes.
  static func quoted(_ text: String) -> String { "\"\(shown(text))\"" }
}
