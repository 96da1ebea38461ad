package import CredentialCore

extension SQLiteStore {
  /// What has waited longest, two short reads for each client.
  package func longestWaits(of provider: ProviderName) async throws -> LongestWaits {
    try await read { connection in
      var waits = LongestWaits()
      guard let number = try CredentialTable(connection: connection).provider(provider) else {
        return waits
      }
      waits.held(since: try CredentialTable(connection: connection).pushHeldLongest(provider))
      let grants = GrantTable(connection: connection)
      for client in try ClientTable(connection: connection).clients(of: number) {
        waits.held(since: try grants.heldLongest(client.id, provider: number))
        guard client.members > ClientStanding.fewestWitnesses else { continue }
        waits.witnessSince[client.id] = try grants.awaitsLongest(client.id, provider: number)
      }
      return waits
    }
  }
}
