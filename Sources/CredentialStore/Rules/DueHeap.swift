/// The earliest of many due times: a binary heap of 8 bytes an entry, seconds in the upper half and
/// the row's number in the lower.
///
/// Entries are never searched: one that was overtaken stays until it comes up, and whoever pops it
/// compares it with the row.
struct DueHeap: Sendable {
  private var keys: [UInt64] = []

  init() {}

  /// Has room for `count` entries and a quarter more, so that it need not be copied to grow; memory
  /// is used only by what is added.
  init(room count: Int) { keys.reserveCapacity(count + count / 4 + 1024) }

  /// Takes over entries in any order.
  init(_ entries: [UInt64]) {
    keys = entries
    order()
  }

  /// Adds an entry without keeping the order; `order` must follow.
  mutating func append(_ key: UInt64) { keys.append(key) }

  /// Adds another heap's entries without keeping the order; `order` must follow.
  mutating func append(contentsOf other: DueHeap) { keys += other.keys }

  /// Puts what was appended in order.
  mutating func order() {
    for index in stride(from: keys.count / 2 - 1, through: 0, by: -1) { sink(index) }
  }

  /// The entries that `isWanted`, in no order.
  func entries(where isWanted: (UInt64) -> Bool) -> [UInt64] { keys.filter(isWanted) }

  static func key(seconds: UInt32, row: UInt32) -> UInt64 { UInt64(seconds) << 32 | UInt64(row) }

  var first: UInt64? { keys.first }
  var count: Int { keys.count }

  mutating func push(_ key: UInt64) {
    keys.append(key)
    var child = keys.count - 1
    while child > 0, keys[child] < keys[(child - 1) / 2] {
      keys.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func pop() -> UInt64? {
    guard let top = keys.first, let last = keys.popLast() else { return nil }
    if !keys.isEmpty {
      keys[0] = last
      sink(0)
    }
    return top
  }

  private mutating func sink(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      let (left, right) = (2 * parent + 1, 2 * parent + 2)
      if left < keys.count, keys[left] < keys[least] { least = left }
      if right < keys.count, keys[right] < keys[least] { least = right }
      guard least != parent else { return }
      keys.swapAt(parent, least)
      parent = least
    }
  }
}
