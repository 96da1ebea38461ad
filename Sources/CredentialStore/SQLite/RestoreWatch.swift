internal import Glibc
internal import SQLite

/// Notices that a store is an older copy than the one that was here, as a backup that was put back: then its
/// tokens of rotating providers may have been used up since.
///
/// It cannot be told from the store itself. A mark beside it names the run that had it last, its file, and
/// its last change; a copy differs in one of them. A store without a mark came alone, so it is one too.
struct RestoreWatch {
  /// Whoever makes this file in the state directory says that the tokens are the newest: at the next start
  /// it is removed, and they are used.
  static let trustName = "trust-tokens"

  let directory: String
  private var store: String { "\(directory)/\(SQLiteStore.fileName)" }
  private var mark: String { "\(directory)/\(StoreMark.fileName)" }

  /// Looks at a store that was just opened and begins a run with it. Up to which grant tokens of rotating
  /// providers may have been used elsewhere; nil when none may.
  ///
  /// A disk without room does not keep the store from being opened; what could not be noted is noticed
  /// again at the next start.
  func begin(_ meta: MetaRow, _ connection: Connection, changed: Int64?) -> Int64? {
    guard let file = StoreMark.facts(of: store)?.file else { return meta.unknownUpTo }
    var unknown = meta.unknownUpTo
    if isOlderCopy(meta, file, changed) { unknown = meta.epoch > 0 ? meta.epoch : nil }
    if unlink("\(directory)/\(Self.trustName)") == 0 { unknown = nil }
    do throws(SQLiteError) {
      if unknown != meta.unknownUpTo {
        try connection.run(
          "UPDATE meta SET unknown_up_to = ?", unknown.map(BoundValue.integer) ?? .null)
      }
      let run = Generation.random()
      guard StoreMark(runs: [meta.run ?? run, run], file: file).write(mark) else { return unknown }
      try connection.run("UPDATE meta SET run = ?", .text(run))
      _ = StoreMark(runs: [run, run], file: file).write(mark)
    } catch { return unknown }
    return unknown
  }

  /// Notes that the store was closed in good order.
  func end() {
    guard var known = StoreMark.read(mark), let facts = StoreMark.facts(of: store),
      facts.file == known.file
    else { return }
    known.changed = facts.changed
    _ = known.write(mark)
  }

  private func isOlderCopy(_ meta: MetaRow, _ file: UInt64, _ changed: Int64?) -> Bool {
    guard let run = meta.run else { return false }
    guard let known = StoreMark.read(mark) else { return true }
    guard known.runs.contains(run), known.file == file else { return true }
    return known.changed != 0 && changed.map { $0 != known.changed } ?? false
  }
}
