internal import CredentialCore

extension WriterContext {
  /// Marks an attempt as started, or closes what a later event has undone.
  func beginAttempt(_ id: Delivery.ID, now: Moment) throws -> AttemptStart {
    guard var record = try deliveries.read(id), try deliveries.isHead(record),
      let event = try events.read(id.sequence)
    else { return .notDue }
    let credential = try credentials.read(number: record.credential)?.record.credential
    let previous = record.previous
    let isEnded = try isEnded(event, of: record.credential, credential)
    guard
      let begun = record.begin(event, stateNow: credential?.state, isEnded: isEnded, now: now)
    else { return .notDue }
    try deliveries.write(record)
    guard begun else { return .superseded }
    return .begun(
      AttemptFacts(
        attempt: record.attempts, previous: previous, firstAttempt: record.firstAttempt ?? now,
        stateNow: credential?.state, others: try credential.map(credentials.others) ?? []))
  }

  /// Records how an attempt ended.
  func finishAttempt(
    _ id: Delivery.ID, attempt: Int, outcome: AttemptOutcome, disposition: RetryPlan.Disposition
  ) throws -> AttemptEnd {
    guard var record = try deliveries.read(id) else { return .passedOver }
    let end = record.finish(
      attempt: attempt, outcome: outcome, disposition: disposition,
      hookExists: try deliveries.hookExists(id.hook), isUndone: try isUndone(record))
    guard end != .passedOver else { return end }
    try deliveries.write(record)
    if !record.isOpen { try destroyProfile(whenTold: record.credential) }
    return end
  }

  /// Destroys the profile of a user whose account was deleted, once nobody is to be told any more.
  private func destroyProfile(whenTold number: Int64) throws {
    guard let credential = try credentials.read(number: number)?.record.credential,
      credential.isDeleted, credential.hasProfile,
      try deliveries.open(credential: number).isEmpty
    else { return }
    try credentials.destroyProfile(of: number)
  }

  /// Destroys the profiles of those whose account was deleted at `moment` or before, a thousand at
  /// once.
  func destroyProfiles(until moment: Moment) throws {
    for number in try credentials.profilesOfDeleted(until: moment) {
      try credentials.destroyProfile(of: number)
    }
  }

  /// Whether a delivery's event is undone by now, by the state or by a later event.
  private func isUndone(_ record: DeliveryRecord) throws -> Bool {
    guard let event = try events.read(record.id.sequence) else { return false }
    let credential = try credentials.read(number: record.credential)?.record.credential
    return event.isUndone(
      by: credential?.state, isEnded: try isEnded(event, of: record.credential, credential))
  }

  private func isEnded(
    _ event: Event, of number: Int64, _ credential: Credential?
  ) throws -> Bool {
    try credential?.stateEvent != event.sequence && events.isEnded(event, of: number)
  }
}
