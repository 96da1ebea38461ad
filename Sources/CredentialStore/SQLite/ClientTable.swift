internal import CredentialCore
internal import SQLite

/// Reads and writes the rows of clients: what the grants of each amount to.
struct ClientTable {
  let connection: Connection

  /// The standings of every provider's clients.
  func read() throws -> [ProviderName: ClientBook] {
    var standings: [ProviderName: [ClientID: ClientStanding]] = [:]
    let rows = try connection.rows(
      """
      SELECT p.name, c.client, c.members, c.awaiting
      FROM clients c JOIN providers p ON p.id = c.provider
      """
    ) { row in
      (
        ProviderName(validText: try row.text(0)), ClientID(validBytes: try row.blob(1)),
        ClientStanding(members: Int(try row.integer(2)), awaiting: Int(try row.integer(3)))
      )
    }
    for (provider, client, standing) in rows {
      standings[provider, default: [:]][client] = standing
    }
    return standings.mapValues { ClientBook($0) }
  }

  /// Writes the standings of a provider that are not as in `before`.
  func write(_ book: ClientBook, before: ClientBook, of provider: Int64) throws {
    for (client, standing) in book.standings where standing != before.standings[client] {
      try connection.run(
        "INSERT OR REPLACE INTO clients VALUES (?, ?, ?, ?)", .integer(provider),
        .blob(client.bytes), .integer(Int64(standing.members)),
        .integer(Int64(standing.awaiting)))
    }
  }
}
