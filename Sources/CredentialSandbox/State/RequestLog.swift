internal import Glibc
internal import JSON
internal import Linux

/// The requests so far: an append-only file of JSON lines, and the latest in memory.
struct RequestLog {
  /// How many entries memory keeps; the file keeps all.
  static let kept = 100_000

  private let file: FileDescriptor
  private(set) var entries: [LogEntry] = []

  /// Opens or makes the file at `path`.
  init(path: String) throws(SandboxError) {
    let number = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw .system("open the request log", path) }
    file = FileDescriptor(owning: number)
  }

  /// Writes an entry, before its answer leaves.
  mutating func append(_ entry: LogEntry) {
    if entries.count >= 2 * Self.kept { entries.removeFirst(Self.kept) }
    entries.append(entry)
    _ = try? file.write(Array((entry.json.encoded() + "\n").utf8))
  }
}
