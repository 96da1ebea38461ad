/// Cuts what a program prints into lines of bounded length.
struct ExecLines {
  private var open: [UInt8] = []
  private let longest: Int

  /// Lines of at most `longest` bytes.
  init(longest: Int) { self.longest = longest }

  /// Adds what was read and gives the lines that are complete, without their ends; throws at one that
  /// is too long.
  mutating func add(_ bytes: [UInt8]) throws(ExecFault) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for piece in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      if piece.offset > 0 {
        lines.append(open)
        open = []
      }
      open += piece.element
      guard open.count <= longest else {
        throw ExecFault("it printed a line of more than \(longest) bytes")
      }
    }
    return lines
  }
}
