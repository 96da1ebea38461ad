package import CredentialCore

extension MonitorService {
  /// How the daemon is, as a row.
  package func status() async throws -> Fields {
    let census = try await translating { try await store.census() }
    var (rows, clients): ([Value], [Value]) = ([], [])
    for provider in setup.providers {
      let book = try await translating { try await store.clients(of: provider.name) }
      rows.append(.fields(await row(of: provider, census, book)))
      clients += provider.clients.map { .fields(Self.row(of: $0, of: provider, book[$0])) }
    }
    var deliveries: Fields = [:]
    for status in Delivery.Status.allCases {
      deliveries.add(status.rawValue, .integer(Int64(census.deliveries[status] ?? 0)))
    }
    return [
      "version": .text(version), "generation": .text(store.generation),
      "sequence": .integer(census.sequence), "mode": .text(setup.mode.rawValue),
      "started": .time(started), "providers": .list(rows), "clients": .list(clients),
      "conditions": .list(await board.current.map { .fields($0.fields) }),
      "deliveries": .fields(deliveries),
      "hooks": .list(setup.hooks.map { .fields(["name": .text($0.name.text)]) }),
    ]
  }

  private static func row(
    of client: ClientID, of provider: Provider, _ standing: ClientStanding
  ) -> Fields {
    let hasWitnesses = standing.members > ClientStanding.fewestWitnesses
    var fields: Fields = [
      "provider": .text(provider.name.text), "client": .text(client.text),
      "members": .integer(Int64(standing.members)),
      "control": .text(hasWitnesses ? "positive" : "none"),
      "awaiting_control": .integer(Int64(standing.awaiting)),
      "stale": .integer(Int64(standing.stale)),
    ]
    fields.add("brake", (standing.brake?.limit.rawValue).map(Value.text))
    fields.add("brake_since", (standing.brake?.since).map(Value.time))
    return fields
  }

  private func row(
    of provider: Provider, _ census: StoreCensus, _ book: ClientBook
  ) async -> Fields {
    var counts: Fields = [:]
    for state in CredentialState.allCases {
      counts.add(
        state.rawValue, .integer(Int64(census.credentials[provider.name]?[state] ?? 0)))
    }
    let canaries = provider.policy.canaries
    var fields: Fields = [
      "name": .text(provider.name.text), "kind": .text(provider.kind),
      "mode": .text(provider.policy.mode.rawValue), "credentials": .fields(counts),
      "looks_in_flight": .integer(Int64(await looksInFlight(provider.name))),
      "canaries": .integer(Int64(canaries.count)),
      "canaries_failing": .integer(Int64(book.failing(of: canaries).count)),
    ]
    fields.add("frozen_since", book.mostFail(of: canaries) ? book.frozenSince.map(Value.time) : nil)
    return fields
  }
}
