package import CredentialCore

extension MonitorService {
  /// Removes a credential. With `revokes`, the provider takes its tokens back first, and what it pushes
  /// of that meanwhile waits: nobody who deletes an account is told that its user has left.
  package func forget(_ id: CredentialID, force: Bool, revokes: Bool) async throws {
    try acceptChanges()
    guard revokes else { return try await remove(id, force: force, revoked: nil) }
    guard leaving.insert(id).inserted else {
      throw OperationError(.busy, "\(id.subject) is being forgotten by another call")
    }
    defer { leaving.remove(id) }
    try await remove(id, force: force, revoked: try await revokeTokens(of: id))
  }

  /// How many tokens the provider has taken back; throws, and has nothing removed, when it has not.
  private func revokeTokens(of id: CredentialID) async throws -> Int {
    let provider = try configured(id.provider)
    guard let revoker = provider.revoker else {
      throw OperationError(
        .refused,
        "\(provider.name) has no revocation endpoint that is known; forget the user without revoking"
      )
    }
    guard let held = try await translating({ try await store.heldTokens(of: id) }) else {
      throw Self.unknown(id)
    }
    for (number, one) in held.enumerated() {
      let outcome = await revoker.revoke(one.token, of: one.client, now: time.now())
      if case .failed(let why) = outcome {
        throw OperationError(
          .failed,
          "token \(number + 1) of \(held.count) was not revoked: \(why); nothing was forgotten, "
            + "call again")
      }
    }
    return held.count
  }

  private func remove(_ id: CredentialID, force: Bool, revoked: Int?) async throws {
    let outcome = try await translating {
      try await store.forget(id, force: force, now: time.now())
    }
    switch outcome {
    case .forgotten:
      var fields: Fields = ["forced": .boolean(force)]
      fields.add("revoked", revoked.map { .integer(Int64($0)) })
      journal.record(Notice(.forgotten, id, fields))
      try await translating { try await watches[id.provider]?.tellStale() }
      try await noteEnrolment(of: id)
      await nudge(id.provider)
    case .notFound: throw Self.unknown(id)
    case .undelivered(let hooks):
      let names = hooks.map(\.text).joined(separator: ", ")
      throw OperationError(
        .refused,
        "these hooks have not been told of its revocation yet: \(names); wait, or force it")
    }
  }
}
