/// A hook's bytes as text for log and ledger.
enum OutputText {
  /// This many marks in a row at most; a longer run is counted in words.
  private static let longestRun = 3

  /// The bytes as text; what is not UTF-8, and NUL, which JSON text here cannot hold, is replaced.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var unreadable = 0
    func mark() {
      let marks = String(repeating: "\u{FFFD}", count: unreadable)
      let words = "[\(unreadable) bytes that are no text]"
      text += (unreadable > longestRun ? words : marks).unicodeScalars
      unreadable = 0
    }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &rest) {
      case .error(let length): unreadable += length
      case .emptyInput:
        mark()
        return String(text)
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if scalar == "\0" {
          unreadable += 1
        } else {
          mark()
          text.append(scalar)
        }
      }
    }
  }

  /// How many bytes at the end begin a character that goes on behind them.
  static func tornBytes(at bytes: [UInt8]) -> Int {
    let end = bytes.suffix(3)
    guard let lead = end.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return 0 }
    let length = max(1, (~bytes[lead]).leadingZeroBitCount)
    let there = bytes.count - lead
    return bytes[lead] >= 0xC0 && there < length ? there : 0
  }
}
