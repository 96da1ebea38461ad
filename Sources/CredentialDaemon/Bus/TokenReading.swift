internal import CredentialCore
internal import Glibc
internal import Linux

/// A token that is being read from a file that a caller passed: bounded in size and time.
struct TokenReading: Sendable {
  /// How the reading ended.
  typealias Ending = Result<Secret, OperationError>

  private static let longest = 16_384
  private static let patience: UInt64 = 5_000_000_000

  let file: FileDescriptor
  /// When it is given up, in nanoseconds of the boot clock.
  let deadline: UInt64
  private let continuation: CheckedContinuation<Ending, Never>
  private var bytes: [UInt8] = []

  /// Begins; the continuation is resumed once.
  init(_ file: FileDescriptor, _ continuation: CheckedContinuation<Ending, Never>) {
    self.file = file
    self.continuation = continuation
    deadline = BootClock.nanoseconds() + Self.patience
    // Who reads the same file elsewhere must not make us wait for more.
    file.setNonBlocking()
  }

  /// Reads what is there when the file is readable; false when the reading has ended.
  mutating func advance(isReadable: Bool, now: UInt64) -> Bool {
    do throws(OperationError) {
      if isReadable {
        guard try readMore() else { return true }
        continuation.resume(returning: .success(try Self.token(bytes)))
        return false
      }
      guard now < deadline else { throw Self.invalid("was not written in time") }
      return true
    } catch {
      continuation.resume(returning: .failure(error))
      return false
    }
  }

  /// True at the end of the file.
  private mutating func readMore() throws(OperationError) -> Bool {
    let read: [UInt8]?
    do throws(SystemError) {
      read = try file.read(upTo: Self.longest + 3 - bytes.count)
    } catch { throw Self.invalid("cannot be read") }
    guard let chunk = read else { return false }
    bytes += chunk
    guard bytes.count <= Self.longest + 2 else {
      throw Self.invalid("is longer than \(Self.longest) bytes")
    }
    return chunk.isEmpty
  }

  /// One line end behind the token belongs to the file; who needs no token is handed an empty one.
  private static func token(_ bytes: [UInt8]) throws(OperationError) -> Secret {
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\n") {
      bytes.removeLast()
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    }
    guard bytes.count <= longest else { throw invalid("is longer than \(longest) bytes") }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw invalid("holds bytes that no token holds")
    }
    return Secret(bytes)
  }

  private static func invalid(_ problem: String) -> OperationError {
    OperationError(.invalidArgument, "the token \(problem)")
  }
}
