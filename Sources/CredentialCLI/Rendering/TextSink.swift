/// Where text goes: a standard stream, or a test's memory.
///
/// To the implementer: `write` may block; it is called on a thread made for that.
package protocol TextSink: Sendable {
  /// Whether a person looks at it directly.
  var isTerminal: Bool { get }
  /// How many columns it has; nil when nobody can tell.
  var columns: Int? { get }
  /// Writes all of `text`, or throws `OutputError`.
  func write(_ text: String) throws(OutputError)
}

extension TextSink {
  /// Not known.
  package var columns: Int? { nil }
}

/// Output that could not be written.
package enum OutputError: Error, Sendable, Equatable {
  /// The reader has gone (`EPIPE`): a quiet end.
  case readerGone
  /// Any other reason, in the kernel's words.
  case failed(String)
}
