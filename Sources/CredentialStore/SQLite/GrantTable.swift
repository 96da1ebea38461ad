internal import CredentialCore
internal import SQLite

/// Reads and writes the rows of grants and their sealed tokens.
struct GrantTable {
  let connection: Connection

  /// The grants of a credential in the order they were given.
  func read(of credential: Int64) throws -> [Grant] {
    try connection.rows(
      """
      SELECT epoch, client, status, confirmed, last_look, looks_after_death, suspicion_state,
        suspicion_reason, suspicion_opened, suspicion_confirmable, suspicion_proofs,
        suspicion_evidence, hold_cause, hold_since, isolated_first, isolated_last, isolated_looks,
        hold_released, given, presented, presented_before, presented_times, again_until
      FROM grants WHERE credential = ? ORDER BY epoch
      """, .integer(credential), read: Self.grant)
  }

  private static func grant(_ row: Row) throws -> Grant {
    var grant = Grant(
      client: ClientID(validBytes: try row.blob(1)), epoch: Epoch(try row.integer(0)),
      given: try row.optionalMoment(18))
    grant.status = try row.word(2, Grant.Status.self)
    grant.confirmed = try row.optionalMoment(3)
    grant.lastLook = try row.optionalMoment(4)
    grant.looksAfterDeath = Int(try row.integer(5))
    if let first = try row.optionalMoment(14) {
      grant.isolated = IsolatedRun(
        first: first, last: try row.moment(15), looks: Int(try row.integer(16)))
    }
    if let since = try row.optionalMoment(19) {
      grant.outstanding = Outstanding(
        since: since, before: try row.word(20, Grant.Status.self),
        times: Int(try row.integer(21)), again: try row.optionalMoment(22))
    }
    if !row.isNull(6) { grant.suspicion = try suspicion(row) }
    return grant
  }

  private static func suspicion(_ row: Row) throws -> Suspicion {
    var suspicion = Suspicion(
      state: try row.word(6, CredentialState.self), reason: try row.word(7, Reason.self),
      opened: try row.moment(8), confirmableFrom: try row.moment(9),
      evidence: Evidence(try row.text(11)))
    if let cause = try row.optionalWord(12, Hold.Cause.self) {
      suspicion.hold = Hold(
        cause, since: try row.moment(13), released: try row.optionalMoment(17))
    }
    guard let proofs = ProofText.proofs(in: try row.text(10)) else {
      throw SQLiteError(
        code: .mismatch, message: "proofs that cannot be read", operation: "read column 10")
    }
    suspicion.proofs = proofs
    return suspicion
  }

  /// Grants of a client whose suspicion waits for a success of another user; at most `limit`.
  func awaitingControl(_ client: ClientID, provider: Int64, limit: Int) throws
    -> [(credential: Int64, epoch: Epoch)]
  {
    try connection.rows(
      """
      SELECT g.credential, g.epoch FROM grants g JOIN credentials c ON c.id = g.credential
      WHERE g.awaits_control = 1 AND g.client = ? AND c.provider = ? LIMIT ?
      """, .blob(client.bytes), .integer(provider), .integer(Int64(limit))
    ) { (try $0.integer(0), Epoch(try $0.integer(1))) }
  }

  /// Users about whom one of `causes` keeps a verdict back, of one provider or of all (nil), by
  /// number, beyond `number`.
  func held(
    by causes: Set<Hold.Cause>, provider: Int64?, after number: Int64, limit: Int
  ) throws -> [Int64] {
    try connection.rows(
      """
      SELECT DISTINCT g.credential FROM grants g JOIN credentials c ON c.id = g.credential
      WHERE g.hold_cause IS NOT NULL AND instr(?1, ' ' || g.hold_cause || ' ') > 0
        AND (?2 IS NULL OR c.provider = ?2) AND g.credential > ?3
      ORDER BY g.credential LIMIT ?4
      """, .text(" " + causes.map(\.rawValue).joined(separator: " ") + " "),
      BoundValue(provider), .integer(number), .integer(Int64(limit))
    ) { try $0.integer(0) }
  }

  /// How many users there are about whom a verdict is kept back, by provider and cause.
  func countHeld() throws -> [ProviderName: [Hold.Cause: Int]] {
    let rows = try connection.rows(
      """
      SELECT p.name, h.cause, count(*)
      FROM (
        SELECT credential AS id, hold_cause AS cause FROM grants WHERE hold_cause IS NOT NULL
        UNION SELECT id, push_cause FROM credential_details INDEXED BY credentials_push_held
        WHERE push_cause IS NOT NULL
      ) h JOIN credentials c ON c.id = h.id JOIN providers p ON p.id = c.provider
      GROUP BY p.name, h.cause
      """
    ) { row in
      (try row.text(0), try row.word(1, Hold.Cause.self), Int(try row.integer(2)))
    }
    var counts: [ProviderName: [Hold.Cause: Int]] = [:]
    for (name, cause, count) in rows {
      counts[ProviderName(validText: name), default: [:]][cause] = count
    }
    return counts
  }

  /// How many users a verdict that is kept back would log out, by provider.
  func countToBeLoggedOut() throws -> [ProviderName: Int] {
    let rows = try connection.rows(
      """
      SELECT p.name, count(*)
      FROM (
        SELECT credential AS id FROM grants
        WHERE hold_cause IS NOT NULL AND suspicion_state IN ('revoked', 'notFound')
        UNION SELECT d.id FROM credential_details d INDEXED BY credentials_push_held
          JOIN credentials c ON c.id = d.id
        WHERE d.push_cause IS NOT NULL AND c.state NOT IN ('revoked', 'notFound')
      ) h JOIN credentials c ON c.id = h.id JOIN providers p ON p.id = c.provider
      GROUP BY p.name
      """
    ) { row in (ProviderName(validText: try row.text(0)), Int(try row.integer(1))) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Makes the stored grants those given; the token of a grant that is gone is destroyed.
  func write(_ grants: [Grant], before: [Grant], of credential: Int64) throws {
    for grant in before where !grants.contains(where: { $0.epoch == grant.epoch }) {
      try connection.run("DELETE FROM grants WHERE epoch = ?", .integer(grant.epoch.number))
    }
    for grant in grants {
      let old = before.first { $0.epoch == grant.epoch }
      guard grant != old else { continue }
      if old == nil { try insert(grant, of: credential) }
      try update(grant)
      if grant.outstanding != old?.outstanding { try updateOutstanding(grant) }
    }
  }

  private func insert(_ grant: Grant, of credential: Int64) throws {
    try connection.run(
      """
      INSERT INTO grants(epoch, credential, client, status, looks_after_death, given)
      VALUES (?, ?, ?, ?, 0, ?)
      """, .integer(grant.epoch.number), .integer(credential), .blob(grant.client.bytes),
      .text(grant.status.rawValue), BoundValue(grant.given))
  }

  private func update(_ grant: Grant) throws {
    let suspicion = grant.suspicion
    try connection.run(
      """
      UPDATE grants SET status = ?, confirmed = ?, last_look = ?, looks_after_death = ?,
        suspicion_state = ?, suspicion_reason = ?, suspicion_opened = ?,
        suspicion_confirmable = ?, suspicion_proofs = ?, suspicion_evidence = ?,
        hold_cause = ?, hold_since = ?, awaits_control = ?, isolated_first = ?,
        isolated_last = ?, isolated_looks = ?, hold_released = ?, awaits_since = ?
      WHERE epoch = ?
      """, .text(grant.status.rawValue), BoundValue(grant.confirmed), BoundValue(grant.lastLook),
      .integer(Int64(grant.looksAfterDeath)), BoundValue(word: suspicion?.state),
      BoundValue(word: suspicion?.reason), BoundValue(suspicion?.opened),
      BoundValue(suspicion?.confirmableFrom),
      BoundValue(suspicion.map { ProofText.text(of: $0.proofs) }),
      BoundValue(suspicion?.evidence.summary), BoundValue(word: suspicion?.hold?.cause),
      BoundValue(suspicion?.hold?.since), .flag(grant.awaitsControl),
      BoundValue(grant.isolated?.first), BoundValue(grant.isolated?.last),
      BoundValue(grant.isolated.map { Int64($0.looks) }),
      BoundValue(suspicion?.hold?.released), BoundValue(grant.awaitsControlSince),
      .integer(grant.epoch.number))
  }

  /// Stores the sealed token of a grant.
  func setToken(_ sealed: [UInt8], _ epoch: Epoch) throws {
    try connection.run(
      "INSERT INTO tokens(epoch, token) VALUES (?, ?)", .integer(epoch.number), .blob(sealed))
  }

  /// The sealed token of a grant.
  func token(_ epoch: Epoch) throws -> [UInt8]? {
    try connection.first("SELECT token FROM tokens WHERE epoch = ?", .integer(epoch.number)) {
      try $0.blob(0)
    }
  }
}
