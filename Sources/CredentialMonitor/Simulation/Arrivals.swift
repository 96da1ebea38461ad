internal import CredentialCore

/// Looks that were sent, in the order in which their ends become known.
struct Arrivals: Sendable {
  /// One look and what comes back.
  struct Item: Sendable {
    let look: Look
    let answer: SimulatedAnswer
  }

  /// The latest first, so that the next is taken from the end.
  private var order: [(at: Moment, slot: Int)] = []
  private var slots: [Item?] = []
  private var free: [Int] = []

  /// When the next end becomes known.
  var next: Moment? { order.last?.at }

  /// Adds a look whose end becomes known at `moment`, behind those of the same time.
  mutating func add(_ item: Item, at moment: Moment) {
    let slot = free.popLast() ?? slots.count
    if slot == slots.count { slots.append(item) } else { slots[slot] = item }
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if order[middle].at > moment { low = middle + 1 } else { high = middle }
    }
    order.insert((moment, slot), at: low)
  }

  /// Takes the next look whose end is known by `now`.
  mutating func take(by now: Moment) -> Item? {
    guard let (at, slot) = order.last, at <= now else { return nil }
    order.removeLast()
    free.append(slot)
    return slots[slot].take()
  }
}
