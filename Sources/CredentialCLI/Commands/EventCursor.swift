internal import CredentialCore

/// How far the events have been printed; nothing is left out and nothing repeated.
struct EventCursor {
  /// The store's generation; empty before the first answer.
  private(set) var generation = ""
  /// The last sequence number that was passed on.
  private(set) var after: UInt64
  /// How many more may be printed.
  private(set) var left: UInt64

  /// Whether the daemon has answered once.
  var hasBegun: Bool { !generation.isEmpty }

  init(after: UInt64, left: UInt64) {
    self.after = after
    self.left = left
  }

  /// The next events, or nil at the end (or at the limit); `evenEmpty` returns an empty page too.
  mutating func next(
    from monitor: any MonitorClient, evenEmpty: Bool = false
  ) async throws(CommandFailure) -> [Fields]? {
    guard left > 0 else { return nil }
    let page = try await monitor.events(
      generation: generation, after: after,
      limit: UInt32(min(left, CommonOptions.pageSize)))
    generation = page.generation
    // The daemon lists what is new; what has been seen is left out here all the same.
    let fresh = page.rows.filter { ($0.sequence ?? 0) > after }.prefix(Int(clamping: left))
    after = max(after, fresh.last?.sequence ?? page.next)
    left -= UInt64(fresh.count)
    return fresh.isEmpty && !evenEmpty ? nil : Array(fresh)
  }
}

extension Fields {
  /// The sequence number of an event's row.
  fileprivate var sequence: UInt64? {
    guard case .integer(let number)? = self["sequence"] else { return nil }
    return UInt64(exactly: number)
  }
}
