internal import CredentialCore
internal import SQLite

extension GrantTable {
  /// Writes what is kept of a token that was presented to a rotating provider.
  func updateOutstanding(_ grant: Grant) throws {
    let outstanding = grant.outstanding
    try connection.run(
      """
      UPDATE grants SET presented = ?, presented_before = ?, presented_times = ?, again_until = ?
      WHERE epoch = ?
      """, BoundValue(outstanding?.since), BoundValue(word: outstanding?.before),
      BoundValue(outstanding.map { Int64($0.times) }), BoundValue(outstanding?.again),
      .integer(grant.epoch.number))
  }

  /// Puts another sealed token in the place of a grant's; false when the grant is gone.
  func replaceToken(_ sealed: [UInt8], _ epoch: Epoch) throws -> Bool {
    try connection.first(
      "UPDATE tokens SET token = ? WHERE epoch = ? RETURNING 1", .blob(sealed),
      .integer(epoch.number)
    ) { try $0.integer(0) } != nil
  }

  /// Users of a provider with a token that is outstanding or lost, by number.
  func outstanding(of provider: Int64) throws -> [Int64] {
    try connection.rows(
      """
      SELECT DISTINCT g.credential
      FROM grants g INDEXED BY grants_outstanding JOIN credentials c ON c.id = g.credential
      WHERE g.presented IS NOT NULL AND c.provider = ? ORDER BY g.credential
      """, .integer(provider)
    ) { try $0.integer(0) }
  }

  /// How many users of a provider have a token up to `limit` that is not lost.
  func users(of provider: Int64, upTo limit: Epoch) throws -> Int {
    let count = try connection.first(
      """
      SELECT count(DISTINCT g.credential) FROM grants g JOIN credentials c ON c.id = g.credential
      WHERE c.provider = ? AND g.epoch <= ? AND g.status <> 'lost'
      """, .integer(provider), .integer(limit.number)
    ) { try $0.integer(0) }
    return Int(count ?? 0)
  }
}
