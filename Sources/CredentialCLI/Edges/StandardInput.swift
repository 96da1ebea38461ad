package import CredentialCore
internal import Glibc
internal import Linux

/// The token on standard input, or typed at a terminal without echo.
package actor StandardInput: TokenInput {
  private let executor = ThreadExecutor(name: "input")
  private let descriptor: Int32
  private let prompt: any TextSink

  /// Reads from an open descriptor, which stays the caller's; a terminal is asked by way of `prompt`.
  package init(_ descriptor: Int32, prompt: any TextSink) {
    self.descriptor = descriptor
    self.prompt = prompt
  }

  /// The thread on which reading may block.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Reads to the end of the file, or one line of a terminal.
  package func readToken(limit: Int) throws(CommandFailure) -> Secret {
    if isatty(descriptor) == 1 { return try ask(limit: limit) }
    return try TokenText.token(in: read(limit: limit, untilLineEnd: false), limit: limit)
  }

  /// Reads to the end of the file; a document is nothing to be typed.
  package func readDocument(limit: Int) throws(CommandFailure) -> Secret {
    guard isatty(descriptor) == 0 else {
      throw CommandFailure(
        .badToken, "the sign-in is not read from a terminal",
        nextStep: "give it on standard input: credstatectl sign-in ... < FILE")
    }
    let bytes = try read(limit: limit, untilLineEnd: false)
    guard !bytes.isEmpty, bytes.count <= limit else {
      throw CommandFailure(
        .badToken,
        bytes.isEmpty
          ? "there is no sign-in on standard input" : "the sign-in has more than \(limit) bytes",
        nextStep: "give one JSON object: credstatectl sign-in ... < FILE")
    }
    return Secret(bytes)
  }

  /// Reads to the end of the file.
  package func readBody(limit: Int) throws(CommandFailure) -> [UInt8] {
    let bytes = try read(limit: limit, untilLineEnd: false)
    guard bytes.count <= limit else {
      throw CommandFailure(.usage, "standard input has more than \(limit) bytes")
    }
    return bytes
  }

  /// Asks without echo; also Ctrl-C is only read meanwhile, so that the echo surely comes back.
  private func ask(limit: Int) throws(CommandFailure) -> Secret {
    var before = termios()
    guard tcgetattr(descriptor, &before) == 0 else { throw Self.refusal }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO | ECHONL | ISIG)
    guard tcsetattr(descriptor, TCSAFLUSH, &silent) == 0 else { throw Self.refusal }
    defer {
      tcsetattr(descriptor, TCSAFLUSH, &before)
      try? prompt.write("\n")
    }
    try? prompt.write("Refresh token (not shown): ")
    let line = try read(limit: limit, untilLineEnd: true)
    guard !line.contains(3) else { throw CommandFailure(.badToken, "given up") }
    return try TokenText.token(in: line, limit: limit)
  }

  /// Reads at most a few bytes more than `limit`, enough to see that there are too many.
  private func read(limit: Int, untilLineEnd: Bool) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= limit + 2 {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      if count < 0 {
        guard errno != EINTR else { continue }
        throw CommandFailure(
          .badToken, "standard input cannot be read: \(SystemError.text(of: errno))")
      }
      bytes += buffer[..<count]
      if untilLineEnd, bytes.contains(where: { $0 == UInt8(ascii: "\n") || $0 == 3 }) { break }
    }
    return bytes
  }

  private static let refusal = CommandFailure(
    .badToken, "the terminal cannot be told to keep the token hidden",
    nextStep: "give the token on standard input: credstatectl register ... < FILE")
}
