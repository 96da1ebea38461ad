package import CredentialCore
internal import SQLite

extension SQLiteStore {
  /// How a credential came to be as it is.
  package func history(of id: CredentialID) async throws -> CredentialHistory? {
    try await read { [generation] connection in
      guard let stored = try CredentialTable(connection: connection).read(id) else { return nil }
      var history = stored.record.history
      let kept = try EvidenceTable(connection: connection).read(of: stored.number)
      (history.entries, history.leftOut, history.unreadable) = kept
      let events = EventTable(connection: connection, generation: generation)
      for number in try events.latest(of: stored.number, limit: HistoryBounds.events) {
        // A row that cannot be read leaves the others to be told of.
        do {
          if let event = try events.read(number) { history.events.append(event) }
          let deliveries = try DeliveryTable(connection: connection).of(number)
          history.deliveries += deliveries.map(\.story)
        } catch let error as SQLiteError where error.code == .mismatch { history.unreadable += 1 }
      }
      return history
    }
  }
}

extension EventTable {
  /// The numbers of a credential's latest events, ascending.
  fileprivate func latest(of credential: Int64, limit: Int) throws -> [Int64] {
    try connection.rows(
      "SELECT sequence FROM events WHERE credential = ? ORDER BY sequence DESC LIMIT ?",
      .integer(credential), .integer(Int64(limit))
    ) { try $0.integer(0) }.reversed()
  }
}

extension DeliveryTable {
  /// The deliveries of an event, by the names of their hooks.
  fileprivate func of(_ sequence: Int64) throws -> [DeliveryRecord] {
    try connection.rows(
      "SELECT * FROM deliveries WHERE sequence = ? ORDER BY hook", .integer(sequence),
      read: Self.record)
  }
}
