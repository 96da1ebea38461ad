internal import Glibc
internal import Linux

/// What a file beside the store says of it, so that an older copy in its place is noticed: which runs may
/// have had it last, which file it is, and when that was changed last.
struct StoreMark: Equatable {
  /// The mark's file in the state directory.
  static let fileName = "store.mark"
  /// All marks have this length, so that one is written over another without needing room.
  private static let length = 100

  /// The last run, or the last two while one takes over from the other.
  var runs: [String]
  /// The number of the store's file (inode(7)).
  var file: UInt64
  /// When that was changed last, in nanoseconds since 1970; 0 while a run has it open, and after one that
  /// was killed.
  var changed: Int64 = 0

  /// The mark at `path`; nil when there is none that can be read.
  static func read(_ path: String) -> StoreMark? {
    guard let file = try? SmallFile(path: path, limit: 4_096) else { return nil }
    let words = String(decoding: file.bytes, as: UTF8.self)
      .split { $0 == " " || $0 == "\n" }.map(String.init)
    guard words.count == 4, let number = UInt64(words[2]), let changed = Int64(words[3]) else {
      return nil
    }
    return StoreMark(runs: [words[0], words[1]], file: number, changed: changed)
  }

  /// Writes it durably; false when it cannot be.
  func write(_ path: String) -> Bool {
    let (first, last) = (runs.first ?? "-", runs.last ?? "-")
    var bytes = Array("\(first) \(last) \(file) \(changed)".utf8)
    bytes += Array(repeating: UInt8(ascii: " "), count: max(0, Self.length - 1 - bytes.count))
    bytes.append(UInt8(ascii: "\n"))
    let number = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard number >= 0 else { return false }
    let descriptor = FileDescriptor(owning: number)
    do throws(SystemError) { try descriptor.fill(bytes) } catch { return false }
    return fsync(number) == 0
  }

  /// Number and last change of the file at `path`.
  static func facts(of path: String) -> (file: UInt64, changed: Int64)? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    let time = facts.st_mtim
    return (UInt64(facts.st_ino), Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
