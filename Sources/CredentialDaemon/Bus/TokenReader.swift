internal import CredentialCore
internal import Glibc
internal import Linux

/// Reads a token from a file that a caller passed: bounded in size and time, on a thread of its own
/// because the caller decides when the end comes.
enum TokenReader {
  private static let longest = 16_384
  private static let patience: Int32 = 5000

  static func read(_ file: FileDescriptor) async throws -> Secret {
    let result: Result<Secret, OperationError> = await withCheckedContinuation { continuation in
      NamedThread(name: "token") {
        do throws(OperationError) {
          continuation.resume(returning: .success(try readToEnd(file)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }.detach()
    }
    return try result.get()
  }

  private static func readToEnd(_ file: FileDescriptor) throws(OperationError) -> Secret {
    var bytes: [UInt8] = []
    let deadline = milliseconds() + Int64(patience)
    while true {
      var waited = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
      let left = Int32(clamping: deadline - milliseconds())
      guard left > 0, poll(&waited, 1, left) != 0 else { throw invalid("was not written in time") }
      guard let chunk = try? file.read(upTo: longest + 3 - bytes.count) else {
        throw invalid("cannot be read")
      }
      if chunk.isEmpty { break }
      bytes += chunk
      guard bytes.count <= longest + 2 else { throw invalid("is longer than \(longest) bytes") }
    }
    return try token(bytes)
  }

  /// One line end behind the token belongs to the file.
  private static func token(_ bytes: [UInt8]) throws(OperationError) -> Secret {
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\n") {
      bytes.removeLast()
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    }
    guard !bytes.isEmpty else { throw invalid("is empty") }
    guard bytes.count <= longest else { throw invalid("is longer than \(longest) bytes") }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw invalid("holds bytes that no token holds")
    }
    return Secret(bytes)
  }

  private static func invalid(_ problem: String) -> OperationError {
    OperationError(.invalidArgument, "the token \(problem)")
  }

  private static func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
