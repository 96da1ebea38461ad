internal import CredentialCore
internal import SQLite

extension CredentialTable {
  /// The push that is kept back, of the columns 24 to 28 of a credential's row.
  static func heldPush(_ row: Row) throws -> HeldPush? {
    guard let cause = try row.optionalWord(27, Hold.Cause.self) else { return nil }
    return HeldPush(
      try row.word(24, PushVerdict.self), at: try row.moment(25),
      evidence: Evidence(try row.text(26)), hold: Hold(cause, since: try row.moment(28)))
  }

  /// Writes what pushes and verified sign-ins have left, when it is not as in `before`.
  func writePushes(_ stored: StoredCredential, before: Credential?) throws {
    let credential = stored.record.credential
    let held = credential.heldPush
    guard
      credential.signedIn != before?.signedIn || credential.lastPush != before?.lastPush
        || held != before?.heldPush
    else { return }
    try connection.run(
      """
      UPDATE credential_details SET signed_in = ?, last_push = ?, push_verdict = ?, push_at = ?,
        push_evidence = ?, push_cause = ?, push_since = ?
      WHERE id = ?
      """, BoundValue(credential.signedIn), BoundValue(credential.lastPush),
      BoundValue(word: held?.verdict), BoundValue(held?.at), BoundValue(held?.evidence.summary),
      BoundValue(word: held?.hold.cause), BoundValue(held?.hold.since), .integer(stored.number))
  }

  /// Writes why the user is said to have gone, when that is not as in `before`.
  func writeHint(_ stored: StoredCredential, before: Credential?) throws {
    let hint = stored.record.credential.hint
    guard hint != before?.hint else { return }
    try connection.run(
      "UPDATE credential_details SET hint = ?, hint_deleted = ?, hint_at = ? WHERE id = ?",
      BoundValue(hint?.word), .flag(hint?.isDeletion ?? false), BoundValue(hint?.at),
      .integer(stored.number))
  }

  /// Users about whom one of `causes` keeps a push back, of one provider or of all (nil), by number,
  /// beyond `number`.
  func pushHeld(
    by causes: Set<Hold.Cause>, provider: Int64?, after number: Int64, limit: Int
  ) throws -> [Int64] {
    try connection.rows(
      """
      SELECT d.id FROM credential_details d INDEXED BY credentials_push_held
        JOIN credentials c ON c.id = d.id
      WHERE d.push_cause IS NOT NULL AND instr(?1, ' ' || d.push_cause || ' ') > 0
        AND (?2 IS NULL OR c.provider = ?2) AND d.id > ?3
      ORDER BY d.id LIMIT ?4
      """, .text(" " + causes.map(\.rawValue).joined(separator: " ") + " "),
      BoundValue(provider), .integer(number), .integer(Int64(limit))
    ) { try $0.integer(0) }
  }

  /// Since when the push about a user of a provider is kept back that is so for longest, mode `observe`
  /// left out: the first row of its index.
  func pushHeldLongest(_ provider: ProviderName) throws -> Moment? {
    try connection.first(
      """
      SELECT push_since FROM credential_details INDEXED BY credentials_push_since
      WHERE provider = ? AND push_cause IS NOT NULL AND push_cause <> 'observe'
      ORDER BY push_since LIMIT 1
      """, .text(provider.text)
    ) { try $0.moment(0) }
  }
}
