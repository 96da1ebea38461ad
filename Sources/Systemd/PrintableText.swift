/// `text` with every control character escaped, so that it stays on one line and cannot steer a
/// terminal: line feed as `\n`, others as `\u{1B}`.
///
/// What is printable already is returned as it is, so that a text that passes several layers is
/// escaped once.
package func printable(_ text: some StringProtocol) -> String {
  var result = ""
  result.reserveCapacity(text.utf8.count)
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default:
      if isControl(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
  return result
}

/// `text` printable and, when that is longer than `limit` bytes, only its beginning and its end
/// around a mark with the number of bytes left out.
package func printable(_ text: some StringProtocol, limit: Int) -> String {
  let whole = printable(text)
  let size = whole.utf8.count
  guard size > limit else { return whole }
  let head = whole[..<border(in: whole, at: limit / 2)]
  let tail = whole[border(in: whole, at: size - limit / 2)...]
  return "\(head)[... \(size - head.utf8.count - tail.utf8.count) bytes ...]\(tail)"
}

/// The border between two characters at or before a byte.
private func border(in text: String, at byte: Int) -> String.Index {
  var index = text.utf8.index(text.startIndex, offsetBy: byte)
  while index.samePosition(in: text.unicodeScalars) == nil {
    index = text.utf8.index(before: index)
  }
  return index
}

/// C0, DEL and C1 controls, the line separators, and the marks that reorder text on a terminal.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}
