package import CredentialCore

extension MonitorService {
  /// Takes the brake off a provider and has the verdicts that it kept back judged by fresh looks.
  package func release(_ name: ProviderName) async throws -> Int {
    let provider = try configured(name)
    let braked = try await translating { try await store.clients(of: name) }
    var (released, next): (Int, Int64?) = (0, nil)
    repeat {
      let page = try await translating {
        try await store.release(name, after: next, limit: Self.releasedAtOnce, now: time.now())
      }
      released += page.released
      next = page.next
      await nudge(name)
    } while next != nil
    let freed = try await translating { try await store.clients(of: name) }
    for client in braked.standings.keys {
      if let change = BrakeChange(name, client, before: braked, after: freed) {
        await board.note(change)
      }
    }
    journal.record(
      Notice(
        .holdsReleased,
        ["provider": .text(provider.name.text), "verdicts": .integer(Int64(released))]))
    return released
  }

  /// Drops a verdict that is kept back.
  package func discard(_ id: CredentialID) async throws {
    _ = try configured(id.provider)
    switch try await translating({ try await store.discard(id, now: time.now()) }) {
    case .discarded: journal.record(Notice(.holdDiscarded, id))
    case .notFound: throw Self.unknown(id)
    case .notHeld:
      throw OperationError(.refused, "no verdict about it is kept back; see: credstatectl holds")
    }
  }

  /// So many users' looks are made due in one transaction.
  private static let releasedAtOnce = 500
}
