/// Finds a dotted key with too many parts before the parser sees it.
///
/// toml++ bounds the depth of nested values, but not that of dotted keys: a table for each part is
/// made, and freed by recursion, so that a key of 100 000 parts would exhaust the stack.
struct KeyDepth {
  /// More parts than this in one key are refused.
  static let longestKey = 32

  /// Where in the text the scan is.
  private enum Place { case plain, comment, basic, literal, longBasic, longLiteral }

  private var place = Place.plain
  private var dots = 0

  /// Throws at the first dot that is one too many.
  static func check(_ bytes: [UInt8]) throws(TOMLError) {
    var state = KeyDepth()
    var index = 0
    while index < bytes.count {
      index += state.take(bytes[index...])
      guard state.dots < longestKey else {
        let before = bytes[..<index]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        throw TOMLError(
          message: "a key has more than \(longestKey) parts",
          place: TOMLPlace(line: line, column: max(1, index - start)))
      }
    }
  }

  /// Takes one step at the beginning of `rest`; returns how many bytes that was.
  private mutating func take(_ rest: ArraySlice<UInt8>) -> Int {
    switch place {
    case .plain: return plain(rest)
    case .comment: return end(at: UInt8(ascii: "\n"), rest)
    case .basic: return rest.first == UInt8(ascii: "\\") ? 2 : end(at: UInt8(ascii: "\""), rest)
    case .literal: return end(at: UInt8(ascii: "'"), rest)
    case .longBasic:
      return rest.first == UInt8(ascii: "\\") ? 2 : endLong(at: UInt8(ascii: "\""), rest)
    case .longLiteral: return endLong(at: UInt8(ascii: "'"), rest)
    }
  }

  private mutating func plain(_ rest: ArraySlice<UInt8>) -> Int {
    switch rest[rest.startIndex] {
    case UInt8(ascii: "."): dots += 1
    case UInt8(ascii: "#"): place = .comment
    case UInt8(ascii: "\n"), UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      dots = 0
    case let quote where quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"):
      let isBasic = quote == UInt8(ascii: "\"")
      let isLong = rest.prefix(3).count == 3 && rest.prefix(3).allSatisfy { $0 == quote }
      place = isLong ? (isBasic ? .longBasic : .longLiteral) : (isBasic ? .basic : .literal)
      return isLong ? 3 : 1
    default: break
    }
    return 1
  }

  /// A text of one line ends at `mark`, or is broken off by the line's end, which the parser refuses.
  private mutating func end(at mark: UInt8, _ rest: ArraySlice<UInt8>) -> Int {
    guard rest.first == mark || rest.first == UInt8(ascii: "\n") else { return 1 }
    if rest.first == UInt8(ascii: "\n") { dots = 0 }
    place = .plain
    return 1
  }

  /// A text of several lines ends at three marks; up to two more before them belong to it.
  private mutating func endLong(at mark: UInt8, _ rest: ArraySlice<UInt8>) -> Int {
    let marks = rest.prefix(5).prefix { $0 == mark }.count
    if marks >= 3 { place = .plain }
    return max(1, marks)
  }
}
