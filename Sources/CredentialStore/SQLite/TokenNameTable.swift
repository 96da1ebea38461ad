package import CredentialCore
internal import SQLite

/// Reads and writes what providers may call tokens by.
struct TokenNameTable {
  static let mostOwners: Int64 = 100

  let connection: Connection

  /// Keeps the keyed hash of a name of one token.
  func add(_ mark: [UInt8], of epoch: Epoch) throws {
    try connection.run(
      "INSERT OR IGNORE INTO token_names(epoch, name) VALUES (?, ?)", .integer(epoch.number),
      .blob(mark))
  }

  /// The users of a provider whose token has this mark.
  func owners(_ mark: [UInt8], at provider: ProviderName) throws -> [CredentialID] {
    let subjects = try connection.rows(
      """
      SELECT DISTINCT d.subject FROM token_names n
        JOIN grants g ON g.epoch = n.epoch
        JOIN credential_details d ON d.id = g.credential
      WHERE n.name = ? AND d.provider = ? ORDER BY d.subject LIMIT ?
      """, .blob(mark), .text(provider.text), .integer(Self.mostOwners)
    ) { Subject(validBytes: try $0.blob(0)) }
    return subjects.map { CredentialID(provider: provider, subject: $0) }
  }
}

extension WriterContext {
  /// Keeps what a provider may call a token by.
  func nameToken(_ names: [TokenName], of provider: ProviderName, _ epoch: Epoch) throws {
    let table = TokenNameTable(connection: connection)
    for name in names { try table.add(seal.mark(ofToken: name, of: provider), of: epoch) }
  }
}

extension SQLiteStore {
  /// Whose token a provider calls so.
  package func owners(
    of token: TokenName, at provider: ProviderName
  ) async throws -> [CredentialID] {
    let mark = try seal.mark(ofToken: token, of: provider)
    return try await read { try TokenNameTable(connection: $0).owners(mark, at: provider) }
  }
}
