internal import Linux

/// Reads one of a hook's outputs without end, and keeps its beginning and its end.
final class OutputCapture {
  private let pipe: FileDescriptor
  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  private var total = 0
  /// How to stop watching the pipe; nil when it is not watched.
  var watch: EventLoop.Watch?

  init(_ pipe: FileDescriptor) {
    self.pipe = pipe
    pipe.setNonBlocking()
  }

  var descriptor: Int32 { pipe.number }

  /// Reads what is there, at most `limit` bytes; false once the output has ended.
  func read(upTo limit: Int) -> Bool {
    var left = limit
    while left > 0 {
      guard let piece = try? pipe.read(upTo: min(left, 65_536)) else { return true }
      guard !piece.isEmpty else { return false }
      keep(piece)
      left -= piece.count
    }
    return true
  }

  /// What was printed, as far as it is kept.
  var captured: CapturedOutput {
    CapturedOutput(
      head: Self.text(head), tail: Self.text(tail), dropped: total - head.count - tail.count)
  }

  private func keep(_ piece: [UInt8]) {
    total += piece.count
    let room = CapturedOutput.headLimit - head.count
    head += piece.prefix(room)
    tail += piece.dropFirst(room)
    if tail.count > CapturedOutput.tailLimit {
      tail.removeFirst(tail.count - CapturedOutput.tailLimit)
    }
  }

  /// The bytes as text; what is not UTF-8, and NUL, which JSON text here cannot hold, is replaced.
  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacingNUL
  }
}

extension String {
  fileprivate var replacingNUL: String {
    guard utf8.contains(0) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}
