/// A PEM block (RFC 7468) with line ends, blank lines and trailing blanks put right.
struct PEMText {
  /// What stands after BEGIN, such as `PRIVATE KEY`.
  let label: String
  /// The block alone, with LF line ends.
  let bytes: SecretBytes

  /// Finds the first block; CRLF, CR, a missing last line end and blanks do not matter.
  init(_ text: SecretBytes) throws(CryptoError) {
    let lines = Self.lines(text.reveal())
    guard !lines.isEmpty else { throw CryptoError(.empty, "the key is empty") }
    guard let start = lines.firstIndex(where: { Self.label($0, after: "-----BEGIN ") != nil }),
      let label = Self.label(lines[start], after: "-----BEGIN ")
    else { throw Self.noBlock(lines) }
    guard
      let end = lines[start...].firstIndex(where: { Self.label($0, after: "-----END ") == label })
    else {
      throw CryptoError(
        .damaged, "the PEM text has no line \"-----END \(label)-----\"; copy the whole file")
    }
    self.label = label
    bytes = SecretBytes(lines[start...end].flatMap { $0 + [UInt8(ascii: "\n")] })
  }

  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    let blanks: Set<UInt8> = [0x20, 0x09]
    return bytes.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }).compactMap { line in
      let start = line.drop(while: blanks.contains)
      let end = start.lastIndex { !blanks.contains($0) }
      return end.map { Array(start[...$0]) }
    }
  }

  private static func label(_ line: [UInt8], after prefix: String) -> String? {
    guard line.starts(with: prefix.utf8), line.suffix(5).elementsEqual("-----".utf8) else {
      return nil
    }
    let label = line.dropFirst(prefix.utf8.count).dropLast(5)
    // Shorter than a line of a key, which a fault must not show.
    let allowed =
      label.count < 24
      && label.allSatisfy {
        $0 == 0x20 || (0x30...0x39).contains($0) || (0x41...0x5a).contains($0)
      }
    return allowed ? String(decoding: label, as: UTF8.self) : nil
  }

  private static func noBlock(_ lines: [[UInt8]]) -> CryptoError {
    let first = lines[0]
    if first.starts(with: "-----BEGIN ".utf8) {
      return CryptoError(
        .damaged,
        "the PEM text is all on one line; it needs a line break after \"-----BEGIN ...-----\" "
          + "and before \"-----END ...-----\" (LF or CRLF), not the two characters \\n")
    }
    if first[0] == 0x30 || first.contains(where: { $0 >= 0x80 }) {
      return CryptoError(
        .notPEM, "the key is binary (DER), or text in another encoding than UTF-8; give it as PEM")
    }
    return CryptoError(.notPEM, "the text has no line \"-----BEGIN ...-----\"; it is no PEM key")
  }
}
