internal import CredentialCore

/// Users who cannot be looked at because something that is stored of them cannot be read.
struct Unreadable: Sendable {
  /// So many are remembered by name; more make no difference to what people are told.
  static let remembered = 1_000

  private var seen: [CredentialID: Moment] = [:]

  /// Notes who could not be read at `now` and who could. The store tries each again an interval
  /// later, so one that is not met for two intervals was forgotten or mended.
  mutating func note(
    _ unreadable: [CredentialID], readable: [CredentialID], now: Moment, interval: Duration
  ) {
    guard !seen.isEmpty || !unreadable.isEmpty else { return }
    for id in readable { seen[id] = nil }
    for id in unreadable where seen[id] != nil || seen.count < Self.remembered { seen[id] = now }
    seen = seen.filter { $0.value + interval * 2 > now }
  }

  /// What people are told; nil when everybody can be read.
  var detail: String? {
    guard let one = seen.keys.min() else { return nil }
    return "\(Amount(seen.count, "user")), one is \(one.subject)"
  }
}
