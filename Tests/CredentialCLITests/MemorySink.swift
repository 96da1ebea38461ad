import CredentialCLI
import Linux

/// Keeps what is written, and tells each whole line to whoever waits for it.
final class MemorySink: TextSink {
  let isTerminal: Bool
  let lines: AsyncStream<String>
  private let line: AsyncStream<String>.Continuation
  private let kept = Lock("")
  private let failure: OutputError?

  /// A sink that takes everything, or fails at once with `failure`.
  init(isTerminal: Bool = false, failure: OutputError? = nil) {
    self.isTerminal = isTerminal
    self.failure = failure
    (lines, line) = AsyncStream.makeStream()
  }

  var text: String { kept.withLock { $0 } }

  func write(_ text: String) throws(OutputError) {
    if let failure { throw failure }
    kept.withLock { $0 += text }
    for part in text.split(separator: "\n") { line.yield(String(part)) }
  }
}
