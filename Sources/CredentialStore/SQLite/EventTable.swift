internal import CredentialCore
internal import SQLite

/// Reads and writes published events.
struct EventTable {
  let connection: Connection
  let generation: String

  func insert(_ event: Event, credential: Int64) throws {
    let body = event.body
    try connection.run(
      "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      .integer(event.sequence), .integer(credential), .text(body.kind.rawValue),
      .text(body.credential.provider.text), .blob(body.credential.subject.bytes),
      BoundValue(body.account), .labels(body.labels), .text(body.oldState.rawValue),
      .text(body.newState.rawValue), .text(body.reason.rawValue), .text(body.action.rawValue),
      .moment(body.at), .text(body.evidence.summary), BoundValue(body.undoes),
      .blob(Netstrings.encode(body.hooks.map(\.text))))
  }

  func read(_ sequence: Int64) throws -> Event? {
    try page(after: sequence - 1, limit: 1).first { $0.sequence == sequence }
  }

  /// Events with higher numbers, ascending.
  func page(after sequence: Int64, limit: Int) throws -> [Event] {
    try connection.rows(
      """
      SELECT sequence, kind, provider, subject, account, labels, old_state, new_state, reason,
        action, at, evidence, undoes, hooks
      FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?
      """, .integer(sequence), .integer(Int64(max(0, limit)))
    ) { row in
      Event(generation: generation, sequence: try row.integer(0), body: try Self.draft(row))
    }
  }

  /// Whether a later event of the credential ended what `event` told; see `Event.ends`.
  func isEnded(_ event: Event, of credential: Int64) throws -> Bool {
    let first = try connection.first(
      """
      SELECT 1 FROM events WHERE credential = ? AND sequence > ? AND kind = 'state_changed'
        AND (new_state != ? OR undoes = ?) LIMIT 1
      """, .integer(credential), .integer(event.sequence), .text(event.body.newState.rawValue),
      .integer(event.sequence)
    ) { try $0.integer(0) }
    return first != nil
  }

  /// The events of a stretch of numbers that `selection` holds and that set the state their
  /// credential is in.
  func revertible(_ selection: RevertSelection, in stretch: ClosedRange<Int64>) throws -> [Event] {
    let numbers = try connection.rows(
      """
      SELECT e.sequence FROM events e JOIN credential_details d ON d.id = e.credential
      WHERE e.sequence BETWEEN ? AND ? AND e.provider = ? AND e.at >= ?
        AND e.kind = 'state_changed' AND d.state_event = e.sequence ORDER BY e.sequence
      """, .integer(stretch.lowerBound), .integer(stretch.upperBound),
      .text(selection.provider.text), .moment(selection.since)
    ) { try $0.integer(0) }
    return try numbers.compactMap { try read($0) }.filter { selection.contains($0.body) }
  }

  private static func draft(_ row: Row) throws -> EventDraft {
    let id = CredentialID(
      provider: ProviderName(validText: try row.text(2)),
      subject: Subject(validBytes: try row.blob(3)))
    var draft = EventDraft(
      kind: try row.word(1, EventKind.self), credential: id, account: try row.optionalText(4),
      labels: try row.labels(5), oldState: try row.word(6, CredentialState.self),
      newState: try row.word(7, CredentialState.self), reason: try row.word(8, Reason.self),
      action: try row.word(9, Action.self), at: try row.moment(10),
      evidence: Evidence(try row.text(11)))
    draft.undoes = try row.optionalInteger(12)
    draft.hooks = try row.texts(13).map { HookName($0) }
    return draft
  }

  /// Destroys what events tell of a forgotten user.
  func forget(credential: Int64, hash: String) throws {
    let events = try connection.rows(
      "SELECT sequence FROM events WHERE credential = ?", .integer(credential)
    ) { try $0.integer(0) }
    for event in try events.compactMap({ try read($0) }).map({ $0.forgotten(hash: hash) }) {
      try connection.run(
        """
        UPDATE events SET subject = ?, account = NULL, labels = x'', evidence = ''
        WHERE sequence = ?
        """, .blob(event.body.credential.subject.bytes), .integer(event.sequence))
    }
  }
}
