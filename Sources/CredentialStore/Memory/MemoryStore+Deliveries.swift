package import CredentialCore

extension MemoryStore {
  /// Tells which hooks exist now.
  package func setHooks(_ names: [HookName], now: Moment) async throws {
    try step { state in
      for hook in state.hooks.keys { state.hooks[hook] = false }
      for hook in state.deliveries.keys.map(\.hook) { state.hooks[hook] = false }
      for name in names { state.hooks[name] = true }
      for id in state.deliveries.keys {
        state.deliveries[id]?.hook(exists: state.hooks[id.hook] ?? true)
      }
    }
  }

  /// The heads of the hook's queues.
  package func dueDeliveries(of hook: HookName, limit: Int, now: Moment) async throws
    -> DueDeliveries
  {
    try step { state in
      let heads = state.heads(of: hook).filter { $0.status == .pending }
      let due = heads.filter { $0.isDue(now) }.prefix(max(0, limit))
      let listed = Set(due.map(\.id))
      return DueDeliveries(
        deliveries: due.compactMap { state.delivery($0) },
        nextDue: heads.filter { !listed.contains($0.id) }.map { $0.isDue(now) ? now : $0.due }.min()
      )
    }
  }

  /// Commits that an attempt starts.
  package func beginAttempt(_ id: Delivery.ID, now: Moment) async throws -> AttemptStart {
    try step { state in
      guard var record = state.deliveries[id], let event = state.event(id.sequence),
        state.heads(of: id.hook).contains(where: { $0.id == id })
      else { return .notDue }
      let entry = state.entries[number: record.credential]
      let previous = record.previous
      let credential = entry?.record.credential
      let isEnded = state.isEnded(event, credential)
      let begun = record.begin(event, stateNow: credential?.state, isEnded: isEnded, now: now)
      state.deliveries[id] = record
      guard let begun else { return .notDue }
      guard begun else { return .superseded }
      return .begun(
        AttemptFacts(
          attempt: record.attempts, previous: previous, firstAttempt: record.firstAttempt ?? now,
          stateNow: entry?.record.credential.state,
          others: state.others(of: entry?.record.credential)))
    }
  }

  /// Commits how an attempt ended.
  package func finishAttempt(
    _ id: Delivery.ID, attempt: Int, outcome: AttemptOutcome, disposition: RetryPlan.Disposition,
    now: Moment
  ) async throws -> AttemptEnd {
    try step { state in
      guard let record = state.deliveries[id] else { return .passedOver }
      let isUndone = state.isUndone(record)
      let end = state.deliveries[id]?.finish(
        attempt: attempt, outcome: outcome, disposition: disposition,
        hookExists: state.hooks[id.hook] ?? true, isUndone: isUndone)
      state.destroyProfile(whenTold: record.credential)
      return end ?? .passedOver
    }
  }

  /// Deliveries with a started attempt.
  package func openAttempts() async throws -> [Delivery] {
    try step { state in
      state.deliveries.values.filter { $0.status == .started }
        .sorted { ($0.id.sequence, $0.id.hook) < ($1.id.sequence, $1.id.hook) }
        .compactMap { state.delivery($0) }
    }
  }
}

extension MemoryState {
  /// Whether a delivery's event is undone by now, by the state or by a later event.
  fileprivate func isUndone(_ record: DeliveryRecord) -> Bool {
    guard let event = event(record.id.sequence) else { return false }
    let credential = entries[number: record.credential]?.record.credential
    return event.isUndone(by: credential?.state, isEnded: isEnded(event, credential))
  }

  /// Destroys the profile of a user whose account was deleted, once nobody is to be told any more.
  fileprivate mutating func destroyProfile(whenTold number: Int64) {
    guard let credential = entries[number: number]?.record.credential, credential.isDeleted,
      !deliveries.values.contains(where: { $0.credential == number && $0.isOpen })
    else { return }
    destroyProfile(of: credential.id)
  }

  /// Destroys a profile.
  mutating func destroyProfile(of id: CredentialID) {
    profiles[id] = nil
    guard var entry = entries[id] else { return }
    entry.record.credential.hasProfile = false
    keep(entry)
  }

  fileprivate func isEnded(_ event: Event, _ credential: Credential?) -> Bool {
    credential?.stateEvent != event.sequence
      && events.dropFirst(Int(event.sequence)).contains {
        $0.body.credential == event.body.credential && $0.ends(event)
      }
  }

  /// The earliest open delivery of each credential to `hook`, oldest first.
  fileprivate func heads(of hook: HookName) -> [DeliveryRecord] {
    var seen: Set<Int64> = []
    let open = deliveries.values.filter { $0.id.hook == hook && $0.isOpen }
    return open.sorted { $0.id.sequence < $1.id.sequence }.filter {
      seen.insert($0.credential).inserted
    }
  }

  fileprivate func delivery(_ record: DeliveryRecord) -> Delivery? {
    event(record.id.sequence).map { record.delivery(of: $0) }
  }

  fileprivate func others(of credential: Credential?) -> [AttemptFacts.Other] {
    guard let credential, let account = credential.account else { return [] }
    let same = entries.values.map(\.record.credential).filter {
      $0.id != credential.id && $0.account.map { Array($0.utf8) } == Array(account.utf8)
    }
    return same.sorted { $0.id < $1.id }.prefix(100).map { .init(id: $0.id, state: $0.state) }
  }
}
