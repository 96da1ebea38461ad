internal import CredentialCore
internal import Glibc
internal import Linux

/// A token that is being read from a file that a caller passed: bounded in size and time.
struct TokenReading: Sendable {
  /// How the reading ended.
  typealias Ending = Result<Secret, OperationError>

  /// What is expected in the file.
  enum Kind: String, Sendable {
    /// A token: printable bytes on one line.
    case token
    /// A document: any bytes.
    case document

    /// The most bytes it may have; a pipe holds a document whole (pipe(7)).
    var longest: Int { self == .token ? 16_384 : 49_152 }
  }

  private static let patience: UInt64 = 5_000_000_000

  let file: FileDescriptor
  /// When it is given up, in nanoseconds of the boot clock.
  let deadline: UInt64
  private let kind: Kind
  private let continuation: CheckedContinuation<Ending, Never>
  private var bytes: [UInt8] = []

  /// Begins; the continuation is resumed once.
  init(
    _ kind: Kind, _ file: FileDescriptor, _ continuation: CheckedContinuation<Ending, Never>
  ) {
    self.kind = kind
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
        continuation.resume(returning: .success(try content()))
        return false
      }
      guard now < deadline else { throw invalid("was not written in time") }
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
      read = try file.read(upTo: kind.longest + 3 - bytes.count)
    } catch { throw invalid("cannot be read") }
    guard let chunk = read else { return false }
    bytes += chunk
    guard bytes.count <= kind.longest + 2 else {
      throw invalid("is longer than \(kind.longest) bytes")
    }
    return chunk.isEmpty
  }

  /// One line end behind the token belongs to the file; who needs no token is handed an empty one.
  private func content() throws(OperationError) -> Secret {
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\n") {
      bytes.removeLast()
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    }
    guard kind == .token || !bytes.isEmpty else { throw invalid("is empty") }
    guard bytes.count <= kind.longest else {
      throw invalid("is longer than \(kind.longest) bytes")
    }
    guard kind == .document || bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw invalid("holds bytes that no token holds")
    }
    return Secret(bytes)
  }

  private func invalid(_ problem: String) -> OperationError {
    OperationError(.invalidArgument, "the \(kind.rawValue) \(problem)")
  }
}
