package import CredentialCore

extension MonitorService {
  /// How one credential came to be as it is, and what comes next by the policy in force.
  package func explain(_ id: CredentialID) async throws -> Explanation {
    let history = try await translating { try await store.history(of: id) }
    guard let history else { throw Self.unknown(id) }
    let book = try await translating { try await store.clients(of: id.provider) }
    let restraints = try await translating { try await store.restraints() }
    return Explanation(
      history, policy: setup.providers.first { $0.name == id.provider }?.policy, among: book,
      restraints: restraints, conditions: await conditions(bearingOn: history), now: time.now())
  }

  /// The conditions of its provider and clients, of the hooks that are to be told, and of the daemon.
  private func conditions(bearingOn history: CredentialHistory) async -> [Condition] {
    let provider = history.credential.id.provider.text
    let hooks = Set(history.deliveries.map(\.id.hook.text))
    return await board.current.filter { condition in
      let subject = condition.subject
      return subject.isEmpty || subject == provider || subject.hasPrefix(provider + " ")
        || (condition.kind == .hookStopped && hooks.contains(subject))
    }
  }
}
