internal import CredentialCore

/// When each credential's next look is due, in memory, by the row number of its provider.
///
/// Changes count once `commit` says that their transaction is durable; `rollBack` undoes what was
/// done since the last mark.
struct LookSchedule {
  /// A place in the log of changes to come back to.
  struct Mark {
    fileprivate let popped: Int
    fileprivate let pushed: Int
  }

  private var heaps: [Int64: DueHeap] = [:]
  private var popped: [(provider: Int64, key: UInt64)] = []
  private var pushed: [(provider: Int64, key: UInt64)] = []

  /// Takes over the entries of every provider.
  init(_ entries: consuming [(provider: Int64, heap: DueHeap)] = []) {
    for entry in entries { heaps[entry.provider] = entry.heap }
  }

  /// Rows of `provider` that are due after `moment`, give or take a second; in no order.
  func rows(of provider: Int64, dueAfter moment: Moment) -> [Int64] {
    let seconds = Self.seconds(of: moment)
    return (heaps[provider] ?? DueHeap()).entries { $0 >> 32 >= seconds }.map(Self.row)
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
  mutating func push(provider: Int64, row: Int64, due: Moment?) {
    guard let due else { return }
    pushed.append((provider, Self.key(row: row, due: due)))
  }

  /// Takes the earliest entry of `provider` that is due by `now`, or whenever it is due for nil.
  mutating func pop(provider: Int64, now: Moment?) -> UInt64? {
    guard let key = heaps[provider]?.first else { return nil }
    if let now, key >> 32 > Self.seconds(of: now) { return nil }
    _ = heaps[provider]?.pop()
    popped.append((provider, key))
    return key
  }

  /// Puts a popped entry back at the next `commit`.
  mutating func putBack(provider: Int64, key: UInt64) { pushed.append((provider, key)) }

  var mark: Mark { Mark(popped: popped.count, pushed: pushed.count) }

  mutating func rollBack(to mark: Mark) {
    for entry in popped[mark.popped...] {
      heaps[entry.provider, default: DueHeap()].push(entry.key)
    }
    popped.removeSubrange(mark.popped...)
    pushed.removeSubrange(mark.pushed...)
  }

  mutating func rollBack() { rollBack(to: Mark(popped: 0, pushed: 0)) }

  mutating func commit() {
    for entry in pushed { heaps[entry.provider, default: DueHeap()].push(entry.key) }
    popped = []
    pushed = []
  }
}
