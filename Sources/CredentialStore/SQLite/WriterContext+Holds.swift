internal import CredentialCore

extension WriterContext {
  /// Takes the brake off at the first step, and makes looks due.
  func release(_ name: ProviderName, after: Int64?, limit: Int, now: Moment) throws -> ReleasePage {
    guard let provider = try credentials.provider(name) else {
      return ReleasePage(released: 0, next: nil)
    }
    if after == nil { books[name]?.releaseBrakes(at: now) }
    let numbers = try grants.braked(provider: provider, after: after ?? 0, limit: max(1, limit))
    for number in numbers {
      guard var stored = try credentials.read(number: number) else { continue }
      let before = stored.record
      stored.record.release(now: now)
      if stored.record != before { try write(stored, before: before) }
      try evidence.note(HistoryEntry(.released, at: now), of: number)
    }
    return ReleasePage(
      released: numbers.count, next: numbers.count < limit ? nil : numbers.last)
  }

  /// Drops a verdict that is kept back.
  func discard(_ id: CredentialID, now: Moment) throws -> DiscardOutcome {
    guard var stored = try credentials.read(id) else { return .notFound }
    let before = stored.record
    guard stored.record.discard() else { return .notHeld }
    try write(stored, before: before)
    try evidence.note(HistoryEntry(.discarded, at: now), of: stored.number)
    return .discarded
  }
}
