internal import CSystemd
internal import Glibc

/// Where log entries go: journald, or a stream of lines.
package struct JournalSink: Sendable {
  /// The kinds of target.
  package enum Target: Sendable, Equatable {
    /// journald's own protocol (sd_journal_sendv(3)); it answers nothing when no journald runs.
    case journal
    /// Lines with a `<N>` priority prefix (sd-daemon(3)).
    case prefixedLines
    /// Lines for people.
    case plainLines
  }

  private let target: Target
  private let descriptor: Int32

  /// Writes to `target`; lines go to `descriptor`, which the caller keeps open.
  package init(_ target: Target, descriptor: Int32 = 2) {
    self.target = target
    self.descriptor = descriptor
  }

  /// The process's log: journald when standard error is connected to it, which is when
  /// `JOURNAL_STREAM` names its device and inode (systemd.exec(5)); else lines on standard error.
  package static func ofProcess() -> JournalSink {
    var facts = stat()
    let stream = getenv("JOURNAL_STREAM").map { String(cString: $0) }
    if fstat(2, &facts) == 0, stream == "\(facts.st_dev):\(facts.st_ino)" {
      return JournalSink(.journal)
    }
    return JournalSink(isatty(2) == 1 ? .plainLines : .prefixedLines)
  }

  /// Writes one entry, in one write; a log that cannot be written is not an error of the caller's.
  package func write(_ entry: JournalEntry) {
    switch target {
    case .journal: send(entry.assignments)
    case .prefixedLines: write("<\(min(max(entry.priority, 0), 7))>\(entry.line)\n")
    case .plainLines: write("\(entry.line)\n")
    }
  }

  private func write(_ line: String) {
    let bytes = Array(line.utf8)
    while Glibc.write(descriptor, bytes, bytes.count) < 0, errno == EINTR {}
  }

  private func send(_ assignments: [String]) {
    var texts: [UnsafeMutablePointer<CChar>?] = assignments.map { strdup($0) }
    defer { for text in texts { free(text) } }
    texts.removeAll { $0 == nil }
    let vectors = texts.map { iovec(iov_base: $0, iov_len: $0.map { strlen($0) } ?? 0) }
    sd_journal_sendv(vectors, Int32(vectors.count))
  }
}
