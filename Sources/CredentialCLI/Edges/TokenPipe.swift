internal import CredentialCore
internal import Glibc
internal import Linux

/// Hands a token over as an open file, so that no message on the bus holds it.
enum TokenPipe {
  /// A pipe's reading end, with the whole token in it and its writing end closed.
  static func descriptor(with token: Secret) throws(CommandFailure) -> FileDescriptor {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failure("pipe(2)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    let reader = FileDescriptor(owning: ends[0])
    // A pipe takes it all at once (pipe(7)); where its size is cut down, fail instead of waiting.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let written = token.withBytes { bytes in write(ends[1], bytes, bytes.count) }
    guard written == token.count else { throw failure("write(2)") }
    return reader
  }

  private static func failure(_ call: String) -> CommandFailure {
    CommandFailure(
      .internal,
      "the token cannot be handed over: \(SystemError("\(call) on a pipe", number: errno))")
  }
}
