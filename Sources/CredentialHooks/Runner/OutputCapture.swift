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
    let dropped = total - head.count - tail.count
    // Where nothing is missing between the two, no character is torn.
    let torn = dropped == 0 && !tail.isEmpty ? OutputText.tornBytes(at: head) : 0
    return CapturedOutput(
      head: OutputText.text(head.dropLast(torn)), tail: OutputText.text(head.suffix(torn) + tail),
      dropped: dropped)
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
}
