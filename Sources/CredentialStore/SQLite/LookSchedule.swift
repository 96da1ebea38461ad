internal import CredentialCore

/// When each credential's next look is due, in memory, by the row number of its provider; looks that
/// somebody has asked for in a lane of their own, so that no backlog holds them up.
///
/// Changes count once `commit` says that their transaction is durable; `rollBack` undoes what was
/// done since the last mark.
struct LookSchedule {
  /// A place in the log of changes to come back to.
  struct Mark {
    fileprivate let popped: Int
    fileprivate let pushed: Int
  }

  /// The looks of one provider that somebody has asked for, or the regular ones.
  struct Lane: Hashable {
    let provider: Int64
    let isAsked: Bool
  }

  private var heaps: [Lane: DueHeap] = [:]
  private var popped: [(lane: Lane, key: UInt64)] = []
  private var pushed: [(lane: Lane, key: UInt64)] = []

  /// Takes over the entries of every provider.
  init(_ entries: consuming [(lane: Lane, heap: DueHeap)] = []) {
    for entry in entries { heaps[entry.lane] = entry.heap }
  }

  /// How many entries each provider has; those that were overtaken and not met yet count too.
  var counts: [Int64: Int] {
    heaps.reduce(into: [:]) { $0[$1.key.provider, default: 0] += $1.value.count }
  }

  private func lanes(of provider: Int64) -> [DueHeap] {
    [true, false].compactMap { heaps[Lane(provider: provider, isAsked: $0)] }
  }

  /// Rows of `provider` that are due after `moment`, give or take a second; in no order.
  func rows(of provider: Int64, dueAfter moment: Moment) -> [Int64] {
    let seconds = Self.seconds(of: moment)
    return lanes(of: provider).flatMap { $0.entries { $0 >> 32 >= seconds } }.map(Self.row)
  }

  /// The entry of a row due at `moment`; times before 1970 or after 2106 are clamped.
  static func key(row: Int64, due moment: Moment) -> UInt64 {
    DueHeap.key(
      seconds: UInt32(clamping: moment.milliseconds / 1000), row: UInt32(truncatingIfNeeded: row))
  }

  static func row(of key: UInt64) -> Int64 { Int64(UInt32(truncatingIfNeeded: key)) }

  static func seconds(of moment: Moment) -> UInt64 {
    UInt64(UInt32(clamping: moment.milliseconds / 1000))
  }

  /// Adds an entry at the next `commit`.
  mutating func push(_ lane: Lane, row: Int64, due: Moment?) {
    guard let due else { return }
    pushed.append((lane, Self.key(row: row, due: due)))
  }

  /// Takes the earliest entry of `lane` that is due by `now`, or whenever it is due for nil.
  mutating func pop(_ lane: Lane, now: Moment?) -> UInt64? {
    guard let key = heaps[lane]?.first else { return nil }
    if let now, key >> 32 > Self.seconds(of: now) { return nil }
    _ = heaps[lane]?.pop()
    popped.append((lane, key))
    return key
  }

  /// Puts a popped entry back at the next `commit`.
  mutating func putBack(_ lane: Lane, key: UInt64) { pushed.append((lane, key)) }

  var mark: Mark { Mark(popped: popped.count, pushed: pushed.count) }

  mutating func rollBack(to mark: Mark) {
    for entry in popped[mark.popped...] {
      heaps[entry.lane, default: DueHeap()].push(entry.key)
    }
    popped.removeSubrange(mark.popped...)
    pushed.removeSubrange(mark.pushed...)
  }

  mutating func rollBack() { rollBack(to: Mark(popped: 0, pushed: 0)) }

  mutating func commit() {
    for entry in pushed { heaps[entry.lane, default: DueHeap()].push(entry.key) }
    popped = []
    pushed = []
  }
}
