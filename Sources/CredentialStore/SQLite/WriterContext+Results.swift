internal import CredentialCore
internal import SQLite

extension WriterContext {
  /// Judges one result on the current row; nil when the credential is gone.
  func commit(_ result: LookResult, decider: Decider, now: Moment) throws -> Committed? {
    guard var stored = try credentials.read(result.look.credential) else { return nil }
    guard stored.record.isInFlight(result.look) else { return Committed(events: [], notices: []) }
    let before = stored.record
    let decision = stored.record.receive(result, decider: decider, now: now)
    let published = try publish(decision.events, by: &stored, now: now)
    try write(stored, before: before)
    return Committed(events: published, notices: decision.notices)
  }

  /// Refunds a claim whose request was not begun.
  func giveBack(_ look: Look, now: Moment) throws {
    guard var stored = try credentials.read(look.credential) else { return }
    let before = stored.record
    stored.record.giveBack(look, now: now)
    guard stored.record != before else { return }
    try write(stored, before: before)
  }

  /// After a start: claims of the process before are spent, their outcome is not known.
  func abandonClaims() throws {
    for number in claimedBefore {
      try connection.run(
        """
        UPDATE credentials
        SET claim_epoch = NULL, claim_charge = NULL, claim_purpose = NULL, claimed = NULL
        WHERE id = ?
        """, .integer(number))
    }
  }
}
