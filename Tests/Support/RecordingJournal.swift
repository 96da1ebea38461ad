package import CredentialCore
internal import Linux

/// A journal that keeps what it is told, and lets a test await the next entry.
package final class RecordingJournal: Journal {
  private let entries = Lock<[Notice]>([])
  private let stream: AsyncStream<Notice>
  private let tell: AsyncStream<Notice>.Continuation

  /// Starts empty.
  package init() { (stream, tell) = AsyncStream.makeStream() }

  /// Everything recorded so far.
  package var all: [Notice] { entries.withLock { $0 } }

  /// Each entry, as it comes; for one reader.
  package var notices: AsyncStream<Notice> { stream }

  /// Keeps an entry.
  package func record(_ notice: Notice) {
    entries.withLock { $0.append(notice) }
    tell.yield(notice)
  }
}
