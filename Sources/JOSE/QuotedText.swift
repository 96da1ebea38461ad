/// Text of a stranger, fit for a sentence in a log: printable ASCII of at most 64 bytes in quotes,
/// of anything else the length only.
func quoted(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
  return isPlain && text.utf8.count <= 64 ? "\"\(text)\"" : "a text of \(text.utf8.count) bytes"
}

/// Whether both texts are the same bytes; Swift's `==` folds canonical equivalents.
func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
