internal import CredentialCore
internal import SQLite

extension WriterContext {
  /// Picks due looks from the schedule, checks each against its row, charges it.
  func claim(_ request: ClaimRequest) throws -> ClaimBatch {
    guard let provider = try credentials.provider(request.provider) else {
      return ClaimBatch(looks: [], nextDue: nil, unreadable: [])
    }
    var run = ClaimRun(request: request)
    try repairTimes(provider, &run)
    // Bounded: entries that were overtaken or put off cost a read each and give no look.
    for _ in 0..<(request.limit + Self.idleSteps) where run.looks.count < request.limit {
      guard let key = schedule.pop(provider: provider, now: request.now) else { break }
      try claim(key, &run)
    }
    let waiting = try nextEntry(provider)
    return ClaimBatch(
      looks: run.looks, nextDue: [run.earliest, waiting].compactMap { $0 }.min(),
      unreadable: run.unreadable)
  }

  private static let idleSteps = 2_000

  private func claim(_ key: UInt64, _ run: inout ClaimRun) throws {
    guard var stored = try current(key) else { return }
    let before = stored.record
    let step = stored.record.claim(policy: run.request.policy, now: run.request.now)
    if case .look(let grant, let purpose) = step {
      if let token = try token(of: stored, grant.epoch) {
        run.looks.append(
          Look(
            credential: before.credential.id, client: grant.client, epoch: grant.epoch,
            token: token, purpose: purpose, claimed: run.request.now))
      } else {
        stored.record = before
        stored.record.postpone(policy: run.request.policy, now: run.request.now)
        run.unreadable.append(before.credential.id)
      }
    }
    try write(stored, before: before)
    if stored.record.inFlight == nil { run.sawDue(stored.record.nextLook) }
  }

  /// The row that an entry stands for; nil when the entry was overtaken.
  private func current(_ key: UInt64) throws -> StoredCredential? {
    guard let stored = try credentials.read(number: LookSchedule.row(of: key)),
      stored.record.inFlight == nil, let due = stored.record.nextLook,
      LookSchedule.seconds(of: due) == key >> 32
    else { return nil }
    return stored
  }

  private func token(of stored: StoredCredential, _ epoch: Epoch) throws -> Secret? {
    try grants.token(epoch).flatMap { seal.open($0, of: stored.record.credential.id, epoch) }
  }

  /// When the earliest entry that still stands for its row is due; it stays in the schedule.
  private func nextEntry(_ provider: Int64) throws -> Moment? {
    while let key = schedule.pop(provider: provider, now: nil) {
      guard let stored = try current(key) else { continue }
      schedule.putBack(provider: provider, key: key)
      return stored.record.nextLook
    }
    return nil
  }

  /// Compares stored times with the clock at a provider's first claim and when the clock went back.
  private func repairTimes(_ provider: Int64, _ run: inout ClaimRun) throws {
    let request = run.request
    let last = lastClaim.updateValue(request.now, forKey: provider)
    guard last.map({ request.now < $0 - .seconds(60) }) ?? true else { return }
    let horizon = request.now + CredentialRecord.horizon(request.policy)
    let wrong = try connection.rows(
      "SELECT id FROM credentials WHERE provider = ? AND next_look > ?", .integer(provider),
      .moment(horizon)
    ) { try $0.integer(0) }
    for number in wrong {
      guard var stored = try credentials.read(number: number) else { continue }
      let before = stored.record
      stored.record.repairTimes(policy: request.policy, now: request.now)
      try write(stored, before: before)
      // The schedule has it after the commit only.
      if stored.record.inFlight == nil { run.sawDue(stored.record.nextLook) }
    }
  }
}

/// What one claim has gathered so far.
private struct ClaimRun {
  let request: ClaimRequest
  var looks: [Look] = []
  var unreadable: [CredentialID] = []
  /// The earliest look that was planned and not claimed.
  var earliest: Moment?

  init(request: ClaimRequest) { self.request = request }

  mutating func sawDue(_ due: Moment?) {
    guard let due else { return }
    earliest = min(earliest ?? due, due)
  }
}
