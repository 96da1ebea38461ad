/// One reader of what comes from outside, and the properties that hold for every input.
struct FuzzTarget: Sendable {
  /// The name of its folder in `Corpus`.
  let name: String
  /// Reads one input; a broken property ends the process.
  let run: @Sendable ([UInt8]) -> Void

  /// All of them.
  static let all: [FuzzTarget] = [
    configuration, json, answer, key, output, runner, bus, duration, date, netstrings, sandbox,
    token, keyset, claims, push,
  ]
}

/// Ends the process with `sentence` unless `condition` holds.
func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
  if !condition { fatalError("broken property: \(sentence())") }
}

/// Ends the process unless `text` can stand in a log line or on a terminal: at most `limit` bytes,
/// no control character, no line separator, no mark that turns the reading direction.
func requirePrintable(_ text: String, limit: Int) {
  require(text.utf8.count <= limit, "a text of \(text.utf8.count) bytes: \(text.prefix(200))")
  let bad = text.unicodeScalars.first { scalar in
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
  require(bad == nil, "U+\(String(bad?.value ?? 0, radix: 16)) in a text: \(text.debugDescription)")
}

extension [UInt8] {
  /// The parts between NUL bytes, as text; what is not UTF-8 is replaced.
  var records: [String] {
    split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
