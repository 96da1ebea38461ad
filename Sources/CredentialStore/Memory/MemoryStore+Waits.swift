package import CredentialCore

extension MemoryStore {
  /// What has waited longest.
  package func longestWaits(of provider: ProviderName) async throws -> LongestWaits {
    try step { state in
      let book = state.books[provider] ?? ClientBook()
      var waits = LongestWaits()
      for entry in state.entries.values where entry.record.credential.id.provider == provider {
        if let hold = entry.record.credential.heldPush?.hold, hold.cause != .observe {
          waits.held(since: hold.since)
        }
        for grant in entry.record.credential.grants {
          if let hold = grant.suspicion?.hold, hold.cause != .observe {
            waits.held(since: hold.since)
          }
          guard book[grant.client].hasWitnesses, let since = grant.awaitsControlSince else {
            continue
          }
          waits.witnessSince[grant.client] = min(since, waits.witnessSince[grant.client] ?? since)
        }
      }
      return waits
    }
  }
}
