internal import CTOML

/// Reads TOML 1.0 (toml.io) into a tree with positions.
package enum TOMLDocument {
  /// Larger texts are refused unread: 1 MiB.
  package static let maximumBytes = 1 << 20

  /// Parses UTF-8 text, with or without a byte-order mark; the root is a table.
  package static func parse(_ bytes: [UInt8]) throws(TOMLError) -> TOMLNode {
    let start = TOMLPlace(line: 1, column: 1)
    guard bytes.count <= maximumBytes else {
      throw TOMLError(message: "the file is larger than \(maximumBytes) bytes", place: start)
    }
    try refuseForeignText(bytes)
    try KeyDepth.check(bytes)
    let tree = TreeBuilder()
    var error = ctoml_error()
    let status = bytes.withUnsafeBytes { buffer in
      ctoml_walk(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count,
        { context, step in
          guard let context, let step else { return }
          Unmanaged<TreeBuilder>.fromOpaque(context).takeUnretainedValue().take(step.pointee)
        }, Unmanaged.passUnretained(tree).toOpaque(), &error)
    }
    guard status == 0, let root = tree.root else { throw TOMLError(error) }
    return root
  }

  /// Tells text of another encoding by name, before the parser stumbles over it somewhere.
  private static func refuseForeignText(_ bytes: [UInt8]) throws(TOMLError) {
    let text = String(validating: bytes, as: UTF8.self)
    if text != nil, !bytes.contains(0) { return }
    let good = bytes.indices.first { bytes[$0] == 0 || bytes[$0] >= 0x80 } ?? 0
    let lines = bytes[..<good].split(separator: 0x0A, omittingEmptySubsequences: false)
    let place = TOMLPlace(line: max(1, lines.count), column: (lines.last?.count ?? 0) + 1)
    let what = text == nil ? "the text is not UTF-8" : "the text holds a NUL byte"
    throw TOMLError(message: "\(what) (the first doubtful byte is here)", place: place)
  }
}

extension TOMLError {
  fileprivate init(_ error: ctoml_error) {
    let text = withUnsafeBytes(of: error.message) { buffer in
      String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.init(message: text, place: TOMLPlace(error.place))
  }
}

extension TOMLPlace {
  init(_ place: ctoml_place) {
    self.init(line: max(1, Int(place.line)), column: max(1, Int(place.column)))
  }
}
