package import CredentialCore

extension MonitorService {
  /// How the daemon is, as a row.
  package func status() async throws -> Fields {
    let census = try await translating { try await store.census() }
    let restraints = try await translating { try await store.restraints() }
    var (rows, clients): ([Value], [Value]) = ([], [])
    for provider in setup.providers {
      let book = try await translating { try await store.clients(of: provider.name) }
      rows.append(.fields(await row(of: provider, census, book, restraints)))
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
    of provider: Provider, _ census: StoreCensus, _ book: ClientBook, _ restraints: Restraints
  ) async -> Fields {
    var counts: Fields = [:]
    for state in CredentialState.allCases {
      counts.add(
        state.rawValue, .integer(Int64(census.credentials[provider.name]?[state] ?? 0)))
    }
    let canaries = provider.policy.canaries
    var fields: Fields = [
      "name": .text(provider.name.text), "kind": .text(provider.kind),
      "mode": .text(provider.policy.mode.rawValue),
      "needs_token": .boolean(provider.enrolment.needsToken), "credentials": .fields(counts),
      "looks_in_flight": .integer(Int64(await looksInFlight(provider.name))),
      "canaries": .integer(Int64(canaries.count)),
      "canaries_failing": .integer(Int64(book.failing(of: canaries).count)),
    ]
    fields.add("push_brake_since", (book.pushes.brake(at: time.now())?.since).map(Value.time))
    fields.add("frozen_since", book.mostFail(of: canaries) ? book.frozenSince.map(Value.time) : nil)
    for member in heldBack(provider, census, restraints).members {
      fields.add(member.name, member.value)
    }
    return fields
  }

  /// What is kept back of a provider, and why; nothing when nothing is.
  private func heldBack(
    _ provider: Provider, _ census: StoreCensus, _ restraints: Restraints
  ) -> Fields {
    var (fields, held): (Fields, Fields) = ([:], [:])
    for cause in Hold.Cause.allCases {
      held.add(cause.rawValue, census.holds[provider.name]?[cause].map { .integer(Int64($0)) })
    }
    fields.add("held", held.members.isEmpty ? nil : .fields(held))
    fields.add("would_log_out", census.wouldLogOut[provider.name].map { .integer(Int64($0)) })
    let now = time.now()
    if let pause = restraints.pause(of: provider.name) {
      fields.add("paused_since", .time(pause.since))
      fields.add(
        "paused_seconds", .integer(max(.zero, now - pause.since).wholeMilliseconds / 1000))
      fields.add("paused_by", .integer(Int64(pause.by.uid)))
      fields.add("pause_reason", .text(pause.reason))
    }
    if let baseline = restraints.baselines[provider.name],
      baseline.isInForce(provider.policy, now: now)
    {
      let isWaiting = baseline.isWaiting(provider.policy, now: now)
      fields.add("baseline", .text(isWaiting ? "waiting" : "running"))
      fields.add("baseline_until", .time(baseline.until(provider.policy)))
      fields.add("baseline_negatives", .integer(Int64(baseline.negatives)))
    }
    return fields
  }
}
