internal import CredentialCore

extension WriterContext {
  var credentials: CredentialTable { CredentialTable(connection: connection) }
  var grants: GrantTable { GrantTable(connection: connection) }
  var events: EventTable { EventTable(connection: connection, generation: generation) }
  var deliveries: DeliveryTable { DeliveryTable(connection: connection) }
  var evidence: EvidenceTable { EvidenceTable(connection: connection) }
  var audit: AuditTable { AuditTable(connection: connection) }

  /// Numbers the drafts, stores them and their deliveries.
  func publish(_ drafts: [EventDraft], by stored: inout StoredCredential, now: Moment) throws
    -> [Event]
  {
    try drafts.map { draft in
      let event = Event(generation: generation, sequence: nextSequence(), body: draft)
      try events.insert(event, credential: stored.number)
      if draft.kind == .stateChanged {
        try hasten(undoneBy: event, of: stored.number, now: now)
        stored.record.credential.stateEvent = event.sequence
      }
      for hook in draft.hooks {
        let exists = try deliveries.hookExists(hook)
        try deliveries.write(
          DeliveryRecord(
            id: Delivery.ID(sequence: event.sequence, hook: hook), credential: stored.number,
            status: exists ? .pending : .orphaned, due: now))
      }
      return event
    }
  }

  /// Lets deliveries that wait for a retry be closed at once when `event` undoes theirs.
  private func hasten(undoneBy event: Event, of credential: Int64, now: Moment) throws {
    for var record in try deliveries.open(credential: credential) where !record.isDue(now) {
      guard let earlier = try events.read(record.id.sequence), event.ends(earlier) else { continue }
      record.noteUndone(at: now)
      try deliveries.write(record)
    }
  }

  /// Counts what a change of a user makes of its clients' standings.
  func count(_ credential: Credential?, before: CredentialRecord?, of id: CredentialID) {
    books[id.provider, default: ClientBook()].count(credential, before: before?.credential)
  }

  /// Counts a credential whose look is planned now, or no longer.
  func note(_ nextLook: Moment?, before: Moment?, of provider: Int64) {
    guard (nextLook == nil) != (before == nil) else { return }
    planned[provider, default: 0] += nextLook == nil ? -1 : 1
  }

  /// Writes the record and plans its next look.
  func write(_ stored: StoredCredential, before: CredentialRecord?) throws {
    try credentials.write(stored, before: before)
    count(stored.record.credential, before: before, of: stored.record.credential.id)
    note(stored.record.nextLook, before: before?.nextLook, of: stored.provider)
    guard stored.record.inFlight == nil else { return }
    schedule.push(
      LookSchedule.Lane(provider: stored.provider, isAsked: stored.record.isRequested),
      row: stored.number, due: stored.record.nextLook)
  }
}
