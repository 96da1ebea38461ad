extension StringProtocol {
  /// The first control character (category Cc: C0, DEL, C1), which could break a line or move a
  /// terminal's cursor; nil when there is none.
  package var firstControlCharacter: Unicode.Scalar? {
    unicodeScalars.first { $0.properties.generalCategory == .control }
  }
}
