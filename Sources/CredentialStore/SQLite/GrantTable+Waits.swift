internal import CredentialCore
internal import SQLite

extension GrantTable {
  /// Since when the verdict about a user of a client is kept back that is so for longest, mode `observe`
  /// left out: the first row of its index.
  func heldLongest(_ client: ClientID, provider: Int64) throws -> Moment? {
    try connection.first(
      """
      SELECT g.hold_since
      FROM grants g INDEXED BY grants_held_since JOIN credentials c ON c.id = g.credential
      WHERE g.client = ? AND g.hold_cause IS NOT NULL AND g.hold_cause <> 'observe'
        AND c.provider = ?
      ORDER BY g.hold_since LIMIT 1
      """, .blob(client.bytes), .integer(provider)
    ) { try $0.moment(0) }
  }

  /// Since when the suspicion against a user of a client waits for a witness that does so for longest:
  /// the first row of its index.
  func awaitsLongest(_ client: ClientID, provider: Int64) throws -> Moment? {
    try connection.first(
      """
      SELECT g.awaits_since
      FROM grants g INDEXED BY grants_awaiting_since JOIN credentials c ON c.id = g.credential
      WHERE g.client = ? AND g.awaits_since IS NOT NULL AND c.provider = ?
      ORDER BY g.awaits_since LIMIT 1
      """, .blob(client.bytes), .integer(provider)
    ) { try $0.moment(0) }
  }
}
