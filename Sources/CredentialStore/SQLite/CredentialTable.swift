internal import CredentialCore
internal import SQLite

/// A credential's rows as one value, with the numbers they are stored under.
struct StoredCredential {
  let number: Int64
  let provider: Int64
  var record: CredentialRecord
}

/// Reads and writes the rows of credentials and their grants.
struct CredentialTable {
  let connection: Connection

  func read(_ id: CredentialID) throws -> StoredCredential? {
    try read(.null, .text(id.provider.text), .blob(id.subject.bytes))
  }

  func read(number: Int64) throws -> StoredCredential? {
    try read(.integer(number), .null, .null)
  }

  /// Reads by number, or by provider and subject when that is null.
  private func read(_ number: BoundValue, _ provider: BoundValue, _ subject: BoundValue) throws
    -> StoredCredential?
  {
    let stored = try connection.first(
      """
      SELECT c.id, c.provider, c.state, c.next_look, c.requested, c.charged, c.charged_extra,
        c.claim_epoch, c.claim_charge, c.claim_purpose, c.claimed,
        d.provider, d.subject, d.account, d.labels, d.reason, d.since, d.last_confirmed,
        d.last_look, d.last_answer, d.state_event, d.stale_since, d.signed_in, d.last_push,
        d.push_verdict, d.push_at, d.push_evidence, d.push_cause, d.push_since,
        d.profile IS NOT NULL, d.hint, d.hint_deleted, d.hint_at
      FROM credentials c JOIN credential_details d ON d.id = c.id
      WHERE c.id = coalesce(
        ?1, (SELECT id FROM credential_details WHERE provider = ?2 AND subject = ?3))
      """, number, provider, subject, read: Self.stored)
    guard var stored else { return nil }
    stored.record.credential.grants = try GrantTable(connection: connection).read(of: stored.number)
    return stored
  }

  /// Whose row it is, though the rest of it may not be readable.
  func identity(number: Int64) throws -> (id: CredentialID, provider: Int64)? {
    try connection.first(
      """
      SELECT d.provider, d.subject, c.provider
      FROM credentials c JOIN credential_details d ON d.id = c.id WHERE c.id = ?
      """, .integer(number)
    ) { row in
      let id = CredentialID(
        provider: ProviderName(validText: try row.text(0)),
        subject: Subject(validBytes: try row.blob(1)))
      return (id, try row.integer(2))
    }
  }

  private static func stored(_ row: Row) throws -> StoredCredential {
    var record = CredentialRecord(try credential(row))
    record.nextLook = try row.optionalMoment(3)
    record.isRequested = try row.integer(4) != 0
    record.budget = LookBudget(
      scheduled: try row.optionalMoment(5), extra: try row.optionalMoment(6))
    if let epoch = try row.optionalInteger(7) {
      record.inFlight = CredentialRecord.Claim(
        epoch: Epoch(epoch), charge: try row.word(8, LookBudget.Charge.self),
        purpose: try row.word(9, LookPurpose.self), claimed: try row.moment(10))
    }
    return StoredCredential(
      number: try row.integer(0), provider: try row.integer(1), record: record)
  }

  private static func credential(_ row: Row) throws -> Credential {
    let id = CredentialID(
      provider: ProviderName(validText: try row.text(11)),
      subject: Subject(validBytes: try row.blob(12)))
    var credential = Credential(
      id: id, account: try row.optionalText(13), labels: try row.labels(14),
      since: try row.moment(16))
    credential.state = try row.word(2, CredentialState.self)
    credential.reason = try row.word(15, Reason.self)
    credential.lastConfirmed = try row.optionalMoment(17)
    credential.lastLook = try row.optionalMoment(18)
    credential.lastAnswer = try row.optionalText(19)
    credential.stateEvent = try row.optionalInteger(20)
    credential.staleSince = try row.optionalMoment(21)
    credential.signedIn = try row.optionalMoment(22)
    credential.lastPush = try row.optionalMoment(23)
    credential.heldPush = try heldPush(row)
    credential.hasProfile = try row.integer(29) != 0
    if let word = try row.optionalText(30) {
      credential.hint = Hint(
        word, isDeletion: try row.integer(31) != 0, at: try row.moment(32))
    }
    return credential
  }
}
