internal import CredentialCore
internal import SQLite

extension CredentialTable {
  /// A page in byte order of (provider, subject).
  func page(_ query: CredentialQuery) throws -> [Credential] {
    let numbers = try query.isHeld ? held(query) : query.isStale ? stale(query) : all(query)
    let page = try numbers.compactMap { try read(number: $0)?.record.credential }
    // Who is held is not stale.
    return query.isStale ? page.filter { $0.staleSince != nil } : page
  }

  private func all(_ query: CredentialQuery) throws -> [Int64] {
    try connection.rows(
      """
      SELECT d.id FROM credential_details d JOIN credentials c ON c.id = d.id
      WHERE (d.provider, d.subject) > (?1, ?2) AND (?3 IS NULL OR d.provider = ?3)
        AND (?4 IS NULL OR c.state = ?4)
      ORDER BY d.provider, d.subject LIMIT ?5
      """, .text(startingProvider(query)), .blob(query.after?.subject.bytes ?? []),
      BoundValue(query.provider?.text), BoundValue(word: query.state),
      .integer(Int64(max(0, query.limit)))
    ) { try $0.integer(0) }
  }

  /// By the index of what is kept back: few of many.
  private func held(_ query: CredentialQuery) throws -> [Int64] {
    try connection.rows(
      """
      SELECT d.id, d.provider, d.subject
      FROM (
        SELECT credential AS id FROM grants WHERE hold_cause IS NOT NULL
        UNION SELECT id FROM credential_details INDEXED BY credentials_push_held
        WHERE push_cause IS NOT NULL
      ) h JOIN credential_details d ON d.id = h.id JOIN credentials c ON c.id = h.id
      WHERE (d.provider, d.subject) > (?1, ?2)
        AND (?3 IS NULL OR d.provider = ?3) AND (?4 IS NULL OR c.state = ?4)
      ORDER BY d.provider, d.subject LIMIT ?5
      """, .text(startingProvider(query)), .blob(query.after?.subject.bytes ?? []),
      BoundValue(query.provider?.text), BoundValue(word: query.state),
      .integer(Int64(max(0, query.limit)))
    ) { try $0.integer(0) }
  }

  /// By the index of stale users: few of many.
  private func stale(_ query: CredentialQuery) throws -> [Int64] {
    try connection.rows(
      """
      SELECT d.id FROM credential_details d INDEXED BY credentials_stale
        JOIN credentials c ON c.id = d.id
      WHERE d.stale_since IS NOT NULL AND (d.provider, d.subject) > (?1, ?2)
        AND (?3 IS NULL OR d.provider = ?3) AND (?4 IS NULL OR c.state = ?4)
      ORDER BY d.provider, d.subject LIMIT ?5
      """, .text(startingProvider(query)), .blob(query.after?.subject.bytes ?? []),
      BoundValue(query.provider?.text), BoundValue(word: query.state),
      .integer(Int64(max(0, query.limit)))
    ) { try $0.integer(0) }
  }

  // With a provider given, begin there instead of stepping over all before it.
  private func startingProvider(_ query: CredentialQuery) -> String {
    query.after?.provider.text ?? query.provider?.text ?? ""
  }

  /// The other credentials of the same account.
  func others(of credential: Credential) throws -> [AttemptFacts.Other] {
    guard let account = credential.account else { return [] }
    return try connection.rows(
      """
      SELECT d.provider, d.subject, c.state
      FROM credential_details d JOIN credentials c ON c.id = d.id
      WHERE d.account = ? AND NOT (d.provider = ? AND d.subject = ?)
      ORDER BY d.provider, d.subject LIMIT 100
      """, .text(account), .text(credential.id.provider.text), .blob(credential.id.subject.bytes)
    ) { row in
      AttemptFacts.Other(
        id: CredentialID(
          provider: ProviderName(validText: try row.text(0)),
          subject: Subject(validBytes: try row.blob(1))),
        state: try row.word(2, CredentialState.self))
    }
  }

  /// How many credentials there are of each provider and state.
  func count() throws -> [ProviderName: [CredentialState: Int]] {
    var counts: [ProviderName: [CredentialState: Int]] = [:]
    let rows = try connection.rows(
      """
      SELECT p.name, c.state, count(*) FROM credentials c JOIN providers p ON p.id = c.provider
      GROUP BY c.provider, c.state
      """
    ) { row in
      (try row.text(0), try row.word(1, CredentialState.self), try row.integer(2))
    }
    for (name, state, count) in rows {
      counts[ProviderName(validText: name), default: [:]][state] = Int(count)
    }
    return counts
  }
}
