internal import Glibc

/// The three standard descriptors, written without buffering.
enum Terminal {
  /// Writes to standard output.
  static func print(_ text: String) throws(SandboxError) { try print(Array(text.utf8)) }

  /// Writes bytes to standard output.
  static func print(_ bytes: [UInt8]) throws(SandboxError) {
    guard write(bytes, to: STDOUT_FILENO) else { throw .system("write to", "standard output") }
  }

  /// Writes a line to standard error; nothing is left to do when that fails.
  static func complain(_ line: String) { _ = write(Array((line + "\n").utf8), to: STDERR_FILENO) }

  /// The lines of standard input, at most `limit` bytes of it.
  static func readLines(limit: Int) throws(SandboxError) -> [String] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(STDIN_FILENO, &buffer, buffer.count), count != 0 {
      guard count > 0 else { throw .system("read", "standard input") }
      bytes += buffer.prefix(count)
      guard bytes.count <= limit else {
        throw SandboxError(.usage, "standard input is longer than \(limit) bytes")
      }
    }
    var lines: [String] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let text = String(validating: line, as: UTF8.self) else {
        throw SandboxError(.usage, "line \(index + 1) of standard input is not UTF-8")
      }
      lines.append(text)
    }
    return lines
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return false }
      bytes.removeFirst(count)
    }
    return true
  }
}
