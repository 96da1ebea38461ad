internal import CredentialCore
internal import Glibc
internal import Linux

/// What is being read from a file that a caller passed, a token or a body: bounded in size and time.
struct TokenReading: Sendable {
  /// How the reading ended.
  typealias Ending = Result<[UInt8], OperationError>

  /// What is read: what it is called in an error, and its largest size in bytes.
  struct Content: Sendable {
    /// A token; one line end behind it belongs to the file.
    static let token = Content(noun: "the token", longest: 16_384)
    /// A secret document: any bytes; a pipe holds it whole (pipe(7)).
    static let document = Content(noun: "the document", longest: 49_152, isText: false)
    /// The body of a request, byte by byte.
    static let body = Content(noun: "the body", longest: PushSubmission.longestBody)

    let noun: String
    let longest: Int
    /// Whether it is one line of printable characters.
    var isText = true
  }

  private static let patience: UInt64 = 5_000_000_000

  let file: FileDescriptor
  /// When it is given up, in nanoseconds of the boot clock.
  let deadline: UInt64
  private let content: Content
  private let continuation: CheckedContinuation<Ending, Never>
  private var bytes: [UInt8] = []

  /// Begins; the continuation is resumed once.
  init(
    _ file: FileDescriptor, _ content: Content,
    _ continuation: CheckedContinuation<Ending, Never>
  ) {
    self.file = file
    self.content = content
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
        continuation.resume(returning: .success(bytes))
        return false
      }
      guard now < deadline else { throw content.invalid("was not written in time") }
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
      read = try file.read(upTo: content.longest + 3 - bytes.count)
    } catch { throw content.invalid("cannot be read") }
    guard let chunk = read else { return false }
    bytes += chunk
    guard bytes.count <= content.longest + 2 else {
      throw content.invalid("is longer than \(content.longest) bytes")
    }
    return chunk.isEmpty
  }
}

extension TokenReading.Content {
  /// One line end behind it belongs to the file; who needs no token is handed an empty one.
  func secret(_ bytes: [UInt8]) throws(OperationError) -> Secret {
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\n") {
      bytes.removeLast()
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    }
    guard isText || !bytes.isEmpty else { throw invalid("is empty") }
    guard bytes.count <= longest else { throw invalid("is longer than \(longest) bytes") }
    guard !isText || bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw invalid("holds bytes that no token holds")
    }
    return Secret(bytes)
  }

  func invalid(_ problem: String) -> OperationError {
    OperationError(.invalidArgument, "\(noun) \(problem)")
  }
}
