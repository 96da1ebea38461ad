internal import CredentialCore
internal import SQLite

extension CredentialTable {
  /// Adds the rows of a new credential.
  func insert(_ record: CredentialRecord) throws -> StoredCredential {
    let name = record.credential.id.provider
    let provider = try provider(name) ?? addProvider(name)
    try connection.run(
      "INSERT INTO credentials(provider, state, requested) VALUES (?, ?, 0)", .integer(provider),
      .text(record.credential.state.rawValue))
    let number = connection.lastInsertedRow
    try connection.run(
      """
      INSERT INTO credential_details(id, provider, subject, labels, reason, since)
      VALUES (?, ?, ?, ?, ?, ?)
      """, .integer(number), .text(name.text), .blob(record.credential.id.subject.bytes),
      .labels(record.credential.labels), .text(record.credential.reason.rawValue),
      .moment(record.credential.since))
    return StoredCredential(number: number, provider: provider, record: record)
  }

  /// Writes the record; rows that are as in `before` are left alone.
  func write(_ stored: StoredCredential, before: CredentialRecord?) throws {
    let record = stored.record
    try writeHot(stored)
    if record.credential != before?.credential { try writeDetails(stored) }
    try writePushes(stored, before: before?.credential)
    try writeHint(stored, before: before?.credential)
    try GrantTable(connection: connection).write(
      record.credential.grants, before: before?.credential.grants ?? [], of: stored.number)
  }

  private func writeHot(_ stored: StoredCredential) throws {
    let record = stored.record
    try connection.run(
      """
      UPDATE credentials SET state = ?, next_look = ?, requested = ?, charged = ?,
        charged_extra = ?, claim_epoch = ?, claim_charge = ?, claim_purpose = ?, claimed = ?
      WHERE id = ?
      """, .text(record.credential.state.rawValue), BoundValue(record.nextLook),
      .flag(record.isRequested), BoundValue(record.budget.scheduled),
      BoundValue(record.budget.extra), BoundValue(record.inFlight?.epoch.number),
      BoundValue(word: record.inFlight?.charge), BoundValue(word: record.inFlight?.purpose),
      BoundValue(record.inFlight?.claimed), .integer(stored.number))
  }

  private func writeDetails(_ stored: StoredCredential) throws {
    let credential = stored.record.credential
    try connection.run(
      """
      UPDATE credential_details SET account = ?, labels = ?, reason = ?, since = ?,
        last_confirmed = ?, last_look = ?, last_answer = ?, state_event = ?, stale_since = ?
      WHERE id = ?
      """, BoundValue(credential.account), .labels(credential.labels),
      .text(credential.reason.rawValue), .moment(credential.since),
      BoundValue(credential.lastConfirmed), BoundValue(credential.lastLook),
      BoundValue(credential.lastAnswer), BoundValue(credential.stateEvent),
      BoundValue(credential.staleSince), .integer(stored.number))
  }

  /// Removes a credential with its details, grants and tokens.
  func delete(number: Int64) throws {
    try connection.run("DELETE FROM credentials WHERE id = ?", .integer(number))
  }

  /// The number a provider's name is stored under.
  func provider(_ name: ProviderName) throws -> Int64? {
    try connection.first("SELECT id FROM providers WHERE name = ?", .text(name.text)) {
      try $0.integer(0)
    }
  }

  private func addProvider(_ name: ProviderName) throws -> Int64 {
    try connection.run("INSERT INTO providers(name) VALUES (?)", .text(name.text))
    return connection.lastInsertedRow
  }
}
