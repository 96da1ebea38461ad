package import CredentialCore

extension SQLiteStore {
  /// One credential.
  package func credential(_ id: CredentialID) async throws -> Credential? {
    try await read { try CredentialTable(connection: $0).read(id)?.record.credential }
  }

  /// A page of credentials.
  package func credentials(_ query: CredentialQuery) async throws -> [Credential] {
    try await read { try CredentialTable(connection: $0).page(query) }
  }

  /// What the grants of each client of a provider amount to.
  package func clients(of provider: ProviderName) async throws -> ClientBook {
    try await read { try ClientTable(connection: $0).read()[provider] ?? ClientBook() }
  }

  /// What keeps verdicts back.
  package func restraints() async throws -> Restraints {
    try await read { try RestraintTable(connection: $0).read() }
  }

  /// The newest entries of the audit.
  package func audit(limit: Int) async throws -> [AuditEntry] {
    try await read { try AuditTable(connection: $0).newest(limit) }
  }

  /// State changes that can be taken back, in a bounded stretch of numbers.
  package func revertible(_ selection: RevertSelection, after: Int64) async throws
    -> RevertiblePage
  {
    try await read { [generation] connection in
      let last = after + Int64(RevertiblePage.eventsAtOnce)
      let events = EventTable(connection: connection, generation: generation)
      return RevertiblePage(
        events: try events.revertible(selection, in: after + 1...last),
        next: try MetaRow.read(connection).sequence > last ? last : nil)
    }
  }

  /// A page of events.
  package func events(after sequence: Int64, limit: Int) async throws -> [Event] {
    try await read { [generation] connection in
      try EventTable(connection: connection, generation: generation)
        .page(after: sequence, limit: limit)
    }
  }

  /// The place of a reader of events.
  package func position(of cursor: Cursor) async throws -> Int64? {
    if let moved = cursors.waiting[cursor] { return moved }
    return try await read { try CursorTable(connection: $0).read(cursor) }
  }

  /// Moves the place of a reader of events; stored with the next commit and at the close.
  package func advance(_ cursor: Cursor, to sequence: Int64) { cursors.move(cursor, to: sequence) }

  /// Counts for status.
  package func census() async throws -> StoreCensus {
    try await read { connection in
      var census = StoreCensus()
      census.credentials = try CredentialTable(connection: connection).count()
      census.holds = try GrantTable(connection: connection).countHeld()
      census.wouldLogOut = try GrantTable(connection: connection).countToBeLoggedOut()
      census.deliveries = try DeliveryTable(connection: connection).count()
      census.sequence = try MetaRow.read(connection).sequence
      return census
    }
  }

  /// Counts by the index of orphaned deliveries.
  package func orphanedDeliveries() async throws -> Int {
    try await read { try DeliveryTable(connection: $0).countOrphaned() }
  }

  /// The heads of the hook's queues.
  package func dueDeliveries(of hook: HookName, limit: Int, now: Moment) async throws
    -> DueDeliveries
  {
    try await read { [generation] connection in
      let table = DeliveryTable(connection: connection)
      let limit = max(0, limit)
      let due = try table.due(hook, limit: limit + 1, now: now)
      let events = EventTable(connection: connection, generation: generation)
      return DueDeliveries(
        deliveries: try due.prefix(limit).compactMap { record in
          try events.read(record.id.sequence).map { record.delivery(of: $0) }
        },
        nextDue: try due.count > limit ? now : table.nextDue(hook, now: now))
    }
  }

  /// Deliveries with a started attempt.
  package func openAttempts() async throws -> [Delivery] {
    try await read { [generation] connection in
      let events = EventTable(connection: connection, generation: generation)
      return try DeliveryTable(connection: connection).started().compactMap { record in
        try events.read(record.id.sequence).map { record.delivery(of: $0) }
      }
    }
  }
}
