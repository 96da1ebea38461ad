/// The name of a key in a key set (`kid`, RFC 7517 §4.5), compared byte by byte.
package struct KeyID: Hashable, Sendable, CustomStringConvertible {
  /// The name as it was written.
  package let text: String

  /// Takes any text.
  package init(_ text: String) { self.text = text }

  /// Whether both are the same bytes.
  package static func == (left: KeyID, right: KeyID) -> Bool { same(left.text, right.text) }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// In quotes when it is short and printable, else its length.
  package var description: String { quoted(text) }
}
