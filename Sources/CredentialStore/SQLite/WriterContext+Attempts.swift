internal import CredentialCore

extension WriterContext {
  /// Marks an attempt as started, or closes what a later event has undone.
  func beginAttempt(_ id: Delivery.ID, now: Moment) throws -> AttemptStart {
    guard var record = try deliveries.read(id), try deliveries.isHead(record),
      let event = try events.read(id.sequence)
    else { return .notDue }
    let credential = try credentials.read(number: record.credential)?.record.credential
    let previous = record.previous
    let isEnded =
      try credential?.stateEvent != id.sequence
      && events.isEnded(event, of: record.credential)
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
  ) throws -> Bool {
    guard var record = try deliveries.read(id) else { return false }
    let counted = record.finish(
      attempt: attempt, outcome: outcome, disposition: disposition,
      hookExists: try deliveries.hookExists(id.hook))
    if counted { try deliveries.write(record) }
    return counted
  }
}
