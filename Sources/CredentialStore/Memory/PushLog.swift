internal import CredentialCore

/// The pushes that a store in memory remembers.
struct PushLog: Sendable {
  /// Which push of which provider.
  struct Key: Hashable {
    let provider: ProviderName
    let id: String
  }

  private var rules: [Key: Rule] = [:]
  private var order: [(key: Key, at: Moment)] = []

  /// The rule that decided on a push when it was seen first.
  subscript(key: Key) -> Rule? { rules[key] }

  /// Remembers a push.
  mutating func note(_ key: Key, _ rule: Rule, now: Moment) {
    rules[key] = rule
    order.append((key, now))
  }

  /// Forgets those that are remembered for long enough, and the oldest of too many.
  mutating func forgetOldest(now: Moment) {
    let surplus = order.count - PushMemory.most
    let old = order.prefix { $0.at < now - PushMemory.span }.count
    for entry in order.prefix(max(surplus, old)) { rules[entry.key] = nil }
    order.removeFirst(max(surplus, old, 0))
  }
}
