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
        suspicion_reason, suspicion_opened, suspicion_confirmable, suspicion_withheld
      FROM grants WHERE credential = ? ORDER BY epoch
      """, .integer(credential), read: Self.grant)
  }

  private static func grant(_ row: Row) throws -> Grant {
    var grant = Grant(
      client: ClientID(validBytes: try row.blob(1)), epoch: Epoch(try row.integer(0)))
    grant.status = try row.word(2, Grant.Status.self)
    grant.confirmed = try row.optionalMoment(3)
    grant.lastLook = try row.optionalMoment(4)
    grant.looksAfterDeath = Int(try row.integer(5))
    if !row.isNull(6) {
      var suspicion = Suspicion(
        state: try row.word(6, CredentialState.self), reason: try row.word(7, Reason.self),
        opened: try row.moment(8), confirmableFrom: try row.moment(9))
      suspicion.withheld = try row.integer(10) != 0
      grant.suspicion = suspicion
    }
    return grant
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
    }
  }

  private func insert(_ grant: Grant, of credential: Int64) throws {
    try connection.run(
      """
      INSERT INTO grants(epoch, credential, client, status, looks_after_death)
      VALUES (?, ?, ?, ?, 0)
      """, .integer(grant.epoch.number), .integer(credential), .blob(grant.client.bytes),
      .text(grant.status.rawValue))
  }

  private func update(_ grant: Grant) throws {
    let suspicion = grant.suspicion
    try connection.run(
      """
      UPDATE grants SET status = ?, confirmed = ?, last_look = ?, looks_after_death = ?,
        suspicion_state = ?, suspicion_reason = ?, suspicion_opened = ?,
        suspicion_confirmable = ?, suspicion_withheld = ?
      WHERE epoch = ?
      """, .text(grant.status.rawValue), BoundValue(grant.confirmed), BoundValue(grant.lastLook),
      .integer(Int64(grant.looksAfterDeath)), BoundValue(word: suspicion?.state),
      BoundValue(word: suspicion?.reason), BoundValue(suspicion?.opened),
      BoundValue(suspicion?.confirmableFrom), BoundValue(suspicion.map { $0.withheld ? 1 : 0 }),
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
