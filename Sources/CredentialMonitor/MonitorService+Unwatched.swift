internal import CredentialCore

extension MonitorService {
  /// Tells of providers that have credentials in the store and are not configured: nobody looks at
  /// their users, and no answer of theirs would say so.
  func tellUnwatched(configured: Set<ProviderName>) async {
    // A store that cannot be read tells of that itself.
    guard let stored = try? await storedProviders() else { return }
    let unwatched = stored.subtracting(configured)
    for condition in await board.current where condition.kind == .providerNotConfigured {
      if !unwatched.contains(where: { $0.text == condition.subject }) {
        await board.end(.providerNotConfigured, subject: condition.subject)
      }
    }
    for name in unwatched.sorted() {
      let detail = "the store holds credentials of \(name); the configuration has no such provider"
      await board.begin(.providerNotConfigured, subject: name.text, detail: detail)
    }
  }

  /// The providers that have a credential: one short read each, as the list is in their order.
  private func storedProviders() async throws -> Set<ProviderName> {
    var names: Set<ProviderName> = []
    var query = CredentialQuery(limit: 1)
    while let first = try await store.credentials(query).first,
      names.insert(first.id.provider).inserted
    {
      query.after = CredentialID(provider: first.id.provider, subject: Self.lastSubject)
    }
    return names
  }

  /// After every subject that occurs: the longest text of the last scalar.
  private static let lastSubject = Subject(
    validBytes: [[UInt8]](repeating: [0xf4, 0x8f, 0xbf, 0xbf], count: 63).flatMap { $0 })
}
