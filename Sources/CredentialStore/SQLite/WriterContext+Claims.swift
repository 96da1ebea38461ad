internal import CredentialCore
internal import SQLite

extension WriterContext {
  /// Picks due looks from the schedule, checks each against its row, charges it.
  func claim(_ request: ClaimRequest) throws -> ClaimBatch {
    guard let provider = try credentials.provider(request.provider) else {
      return ClaimBatch(looks: [], nextDue: nil)
    }
    var run = ClaimRun(request: request)
    try repairTimes(provider, &run)
    // Bounded: entries that were overtaken or put off cost a read each and give no look.
    for _ in 0..<(request.limit + Self.idleSteps) where run.looks.count < request.limit {
      guard let key = popDue(provider, &run) else { break }
      try claim(key, &run)
    }
    let asked = [run.earliestAsked, try nextEntry(Lane(provider: provider, isAsked: true))]
    let regular = [run.earliest, try nextEntry(Lane(provider: provider, isAsked: false))]
    return ClaimBatch(
      looks: run.looks, nextDue: (asked + regular).compactMap { $0 }.min(),
      nextAsked: asked.compactMap { $0 }.min(), regular: run.regular,
      planned: planned[provider] ?? 0, stillSealed: run.stillSealed,
      unreadable: run.unreadable)
  }

  private typealias Lane = LookSchedule.Lane

  /// Takes the earliest entry that is due: what was asked for first.
  private func popDue(_ provider: Int64, _ run: inout ClaimRun) -> UInt64? {
    let now = run.request.now
    run.isRegular = false
    if let key = schedule.pop(Lane(provider: provider, isAsked: true), now: now) { return key }
    guard run.regular < run.request.regular ?? .max else { return nil }
    run.isRegular = true
    return schedule.pop(Lane(provider: provider, isAsked: false), now: now)
  }

  private static let idleSteps = 2_000

  private func claim(_ key: UInt64, _ run: inout ClaimRun) throws {
    guard var stored = try readable(key, &run) else { return }
    let before = stored.record
    let step = stored.record.claim(
      policy: run.request.policy, unknownUpTo: unknownUpTo, now: run.request.now)
    if case .look(let place, let purpose) = step {
      let grant = before.credential.grants[place]
      if let token = try token(of: stored, grant.epoch) {
        run.looks.append(
          Look(
            credential: before.credential.id, client: grant.client, epoch: grant.epoch,
            token: token, purpose: purpose, claimed: run.request.now))
        if run.isRegular { run.regular += 1 }
      } else {
        stored.record = before
        stored.record.postpone(policy: run.request.policy, now: run.request.now)
        run.stillSealed.append(before.credential.id)
      }
    }
    try write(stored, before: before)
    run.saw(stored.record)
  }

  /// The row that an entry stands for; nil when the entry was overtaken, and when the row cannot be
  /// read: then it costs itself only and is tried again an interval later.
  private func readable(_ key: UInt64, _ run: inout ClaimRun) throws -> StoredCredential? {
    do { return try current(key) } catch let error as SQLiteError where error.code == .mismatch {
      let row = LookSchedule.row(of: key)
      guard let found = try credentials.identity(number: row) else { return nil }
      run.unreadable.append(found.id)
      let due = run.request.now + run.request.policy.interval
      schedule.push(Lane(provider: found.provider, isAsked: false), row: row, due: due)
      run.sawDue(due)
      return nil
    }
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

  /// When the earliest entry that still stands for its row is due; it stays in the schedule. A row
  /// that cannot be read is told of when its entry is due, so that the time it waits does not slide.
  private func nextEntry(_ lane: Lane) throws -> Moment? {
    while let key = schedule.pop(lane, now: nil) {
      do {
        guard let stored = try current(key) else { continue }
        schedule.putBack(lane, key: key)
        return stored.record.nextLook
      } catch let error as SQLiteError where error.code == .mismatch {
        schedule.putBack(lane, key: key)
        return Moment(milliseconds: Int64(key >> 32) * 1000)
      }
    }
    return nil
  }

  /// Compares stored times with the clock at a provider's first claim and when the clock went back.
  private func repairTimes(_ provider: Int64, _ run: inout ClaimRun) throws {
    let request = run.request
    let last = lastClaim.updateValue(request.now, forKey: provider)
    guard last.map({ request.now < $0 - .seconds(60) }) ?? true else { return }
    let horizon = request.now + CredentialRecord.horizon(request.policy)
    for number in schedule.rows(of: provider, dueAfter: horizon) { try repairRow(number, &run) }
  }

  private func repairRow(_ number: Int64, _ run: inout ClaimRun) throws {
    do {
      guard var stored = try credentials.read(number: number) else { return }
      let before = stored.record
      stored.record.repairTimes(policy: run.request.policy, now: run.request.now)
      guard stored.record != before else { return }
      try write(stored, before: before)
      // The schedule has it after the commit only.
      run.saw(stored.record)
    } catch let error as SQLiteError where error.code == .mismatch {
      // Nobody can look at it; it is told of when it is due.
    }
  }
}

/// What one claim has gathered so far.
private struct ClaimRun {
  let request: ClaimRequest
  var looks: [Look] = []
  var stillSealed: [CredentialID] = []
  var unreadable: [CredentialID] = []
  /// The earliest look that was planned and not claimed.
  var earliest: Moment?
  /// The same of looks that somebody has asked for.
  var earliestAsked: Moment?
  /// How many of the looks are regular ones.
  var regular = 0
  /// Whether the entry taken last was of a regular look.
  var isRegular = false

  init(request: ClaimRequest) { self.request = request }

  mutating func saw(_ record: CredentialRecord) {
    guard record.inFlight == nil, let due = record.nextLook else { return }
    guard record.isRequested else { return sawDue(due) }
    earliestAsked = min(earliestAsked ?? due, due)
  }

  mutating func sawDue(_ due: Moment?) {
    guard let due else { return }
    earliest = min(earliest ?? due, due)
  }
}
