/// When a credential is looked at next: a fixed phase in the interval, so that load is flat.
package enum Schedule {
  /// The phase of a credential in `interval`: a stable hash of its bytes, the same after a restart.
  package static func phase(of id: CredentialID, interval: Duration) -> Duration {
    let width = max(1, interval.wholeMilliseconds)
    let bytes = Array(id.provider.text.utf8) + [0] + id.subject.bytes
    return .milliseconds(Int64(hash(bytes) % UInt64(width)))
  }

  /// The first slot of the credential's phase at or after `earliest`.
  package static func slot(
    for id: CredentialID, notBefore earliest: Moment, interval: Duration
  ) -> Moment {
    let width = max(1, interval.wholeMilliseconds)
    let offset = phase(of: id, interval: interval).wholeMilliseconds
    // Remainders first: a difference of the times themselves could overflow.
    let past = (earliest.milliseconds % width - offset) % width
    let wait = past == 0 ? 0 : (past > 0 ? width - past : -past)
    return earliest + .milliseconds(wait)
  }

  /// The regular look after one charged at `last`: one whole interval later, so that the budget is
  /// never asked for too early. A look a little late moves the ones after it by as much.
  package static func next(
    for id: CredentialID, after last: Moment, now: Moment, interval: Duration
  ) -> Moment {
    // Charged under a clock that was wrong: the time says nothing.
    guard last <= now + interval else { return slot(for: id, notBefore: now, interval: interval) }
    let due = last + interval
    // Missed for long (the daemon was off): spread over the interval by the phase, not all at once.
    return due >= now ? due : slot(for: id, notBefore: now, interval: interval)
  }

  /// How much later than an interval the look after one that taught nothing comes, at most an hour: what
  /// is in its way at the same time each day, such as a nightly restart, is not there for ever. The same
  /// for the same look.
  package static func evasion(
    of id: CredentialID, failed last: Moment, interval: Duration
  ) -> Duration {
    let width = longestEvasion(interval: interval).wholeMilliseconds
    guard width > 0 else { return .zero }
    let number = UInt64(bitPattern: last.milliseconds)
    let bytes =
      Array(id.subject.bytes) + (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    return .milliseconds(Int64(hash(bytes) % UInt64(width)))
  }

  /// No such look is put off by more than this.
  package static func longestEvasion(interval: Duration) -> Duration {
    min(.milliseconds(interval.wholeMilliseconds / 24), .seconds(3600))
  }

  /// FNV-1a with a final mix, 64 bits: no secret, only evenness and stability are asked of it.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return hash ^ (hash >> 33)
  }
}
